import { actions } from 'astro:actions';
import { useState } from 'react';
import {
  RULE_TARGET_MAX,
  RULE_TEXT_MAX,
  RULE_WORDS_MAX,
  SEARCH_RULE_KINDS,
  type SearchRuleDraft,
  type SearchRuleKind,
  searchRuleProblems,
} from '../../../../domain/catalogue/search/search-rule.ts';
import { counted } from '../../../../domain/kernel/plural.ts';
import { Dialog } from '../../../../ui/account/Dialog.tsx';
import { useDraft } from '../../../../ui/account/useDraft.ts';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';
import { Field, Form, Select } from '../../../../ui/Form.tsx';
import { confirmed } from '../../shell/account/second-factor.store.ts';
import type { OpenRule } from './SearchesPage.tsx';

type Effects = ActionAnswer<typeof actions.deskSearches.preview>;

const TITLES: Record<SearchRuleKind, string> = {
  same: 'Words that mean the same',
  apart: 'Words that do not mean the same',
  redirect: 'Lead a search elsewhere',
};
const HINTS: Record<SearchRuleKind, string> = {
  same: `Up to ${RULE_WORDS_MAX}, with commas between them: “owlbear, owl bear, strix”.`,
  apart: 'With commas between them. What is built in or added does not connect them any more.',
  redirect: 'The whole search, as people type it.',
};

/** Writes a rule, shows what it changes, and stores it then. It is open while it is rendered. */
export function RuleDialog({
  open: { draft: begun, replaces, query },
  onSaved,
  onClose,
}: {
  open: OpenRule;
  onSaved: () => void;
  onClose: () => void;
}) {
  /** The effects that were shown, and of which draft. */
  const [shown, setShown] = useState<{ of: string; effects: Effects } | null>(null);
  const { values, set, draft, field, busy, save, mutate } = useDraft({
    begin: (): SearchRuleDraft => ({ kind: begun.kind, words: begun.words, target: begun.target }),
    read: (typed) => typed,
    // An address of this site may be pasted whole, and other rules may say otherwise: the server knows both.
    refusals: (rule) => {
      const { words, target } = searchRuleProblems(rule, []);
      return {
        ...(words !== undefined && { words }),
        ...(rule.target.trim() === '' && target && { target }),
      };
    },
    send: (rule) => confirmed(() => actions.deskSearches.save({ ...rule, replaces })),
    said: 'Saved. Searches follow it now.',
    done: () => {
      onSaved();
      onClose();
    },
  });
  const key = JSON.stringify(draft);
  const isShown = shown?.of === key;
  const preview = () =>
    void mutate(
      () => confirmed(() => actions.deskSearches.preview({ ...draft, replaces, query })),
      null,
      (effects) => setShown({ of: key, effects }),
    );
  return (
    <Dialog title={TITLES[values.kind]} width="lg" onClose={onClose}>
      {(close) => (
        <>
          <div className="mt-4">
            <Form
              busy={busy}
              label={isShown ? 'Save' : 'Show what it changes'}
              onSend={isShown ? save : preview}
            >
              <Select
                label="What it says"
                name="kind"
                value={values.kind}
                options={Object.entries(SEARCH_RULE_KINDS)}
                onChange={(kind) => set({ kind: kind as SearchRuleKind })}
              />
              <Field
                label={values.kind === 'redirect' ? 'Search' : 'Words'}
                {...field('words')}
                maxLength={RULE_TEXT_MAX}
                autoCapitalize="none"
                hint={HINTS[values.kind]}
              />
              {values.kind === 'redirect' && (
                <Field
                  label="Leads to"
                  {...field('target')}
                  maxLength={RULE_TARGET_MAX}
                  autoCapitalize="none"
                  hint="Another search, or the address of a search, a store or a guild of this site."
                />
              )}
              <div aria-live="polite">{isShown && <EffectList effects={shown.effects} />}</div>
            </Form>
          </div>
          <button type="button" className="btn btn-quiet mt-3" onClick={close}>
            Cancel
          </button>
        </>
      )}
    </Dialog>
  );
}

/** What each search finds before and after. */
function EffectList({ effects }: { effects: Effects }) {
  return (
    <ul className="border-t border-line text-sm">
      {effects.map(({ query, before, after }) => (
        <li key={query} className="border-b border-line py-2 wrap-anywhere">
          <strong className="font-semibold">{query}</strong>: {foundText(before)} → {foundText(after)}
          {after.names.length > 0 && <span className="block text-ink-2">{after.names.join(' · ')}</span>}
        </li>
      ))}
    </ul>
  );
}

const foundText = ({ count }: Effects[number]['before']) =>
  count === null ? 'another page' : counted(count, 'model');
