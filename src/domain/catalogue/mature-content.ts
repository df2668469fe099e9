import { readFields, type SettingGroup } from '../kernel/setting-group.ts';

/** Whether the site shows models that their artists marked as mature, to those who ask for them. */
export interface MatureContent {
  isShown: boolean;
}

/** Where it is off, mature models are in no list and have no page; who owns one keeps it in their library. */
export const MATURE_CONTENT: SettingGroup<MatureContent> = {
  name: 'mature',
  fallback: { isShown: true },
  check(value) {
    const fields = readFields(value);
    return fields.checked({ isShown: fields.flag('isShown', true) });
  },
};

/** What a visitor confirms once before mature models are shown. Only the answer is kept, neither birthday nor year. */
export const ADULT_TEXT = 'I am 18 or older.';
