import { actions } from 'astro:actions';
import { useStore } from '@nanostores/react';
import { firstSlicer, isSlicer, type Slicer, slicerAddress } from '../../../../domain/library/slicer.ts';
import { toast } from '../../../../ui/toast.ts';
import { copyText } from '../../../commerce/coupon/account/copy-text.ts';
import { persistentAtom } from '../../../kernel/storage/persistent.ts';

/** The slicer that was chosen in this browser: another computer may have another one. */
export const $slicer = persistentAtom<Slicer | null>('slicer', null, {
  decode: (text) => (isSlicer(text) ? text : null),
  encode: (slicer) => slicer ?? undefined,
});

interface ChosenSlicer {
  slicer: Slicer;
  choose(slicer: Slicer): void;
}

/**
 * The slicer that this browser's visitor works with.
 * @param isForResin whether the model is printed in resin, for who never chose
 */
export function useSlicer(isForResin: boolean): ChosenSlicer {
  return { slicer: useStore($slicer) ?? firstSlicer(isForResin), choose: $slicer.set };
}

/** Starts the slicer with a file, or copies the file's link where the slicer opens none. Errors are shown. */
export async function openIn(
  slicer: Slicer,
  file: { productId: string; fileId: string; as3mf: boolean },
): Promise<void> {
  const { data, error } = await actions.library
    .openLink(file)
    .catch(() => ({ data: undefined, error: { message: 'There is no connection. Try again in a moment.' } }));
  if (!data) return void toast(error.message, { kind: 'error' });
  const address = slicerAddress(slicer, data.url, /Mac/.test(navigator.userAgent));
  if (address === null) return copyText(data.url, 'Link copied. It works for ten minutes.');
  location.assign(address);
}
