import { actions } from 'astro:actions';
import { useState } from 'react';
import { firstSlicer, isSlicer, type Slicer, slicerAddress } from '../../../../domain/library/slicer.ts';
import { toast } from '../../../../ui/toast.ts';
import { copyText } from '../../../commerce/coupon/account/copy-text.ts';

const KEY = 'slicer';

interface ChosenSlicer {
  slicer: Slicer;
  choose(slicer: Slicer): void;
}

/**
 * The slicer that this browser's visitor works with; another computer may have another one.
 * @param isForResin whether the model is printed in resin, for who never chose
 */
export function useSlicer(isForResin: boolean): ChosenSlicer {
  const [slicer, setSlicer] = useState(() => storedSlicer() ?? firstSlicer(isForResin));
  return {
    slicer,
    choose(next) {
      setSlicer(next);
      try {
        localStorage.setItem(KEY, next);
      } catch {
        // Without storage the choice holds until the page is left.
      }
    },
  };
}

function storedSlicer(): Slicer | null {
  try {
    const stored = localStorage.getItem(KEY);
    return isSlicer(stored) ? stored : null;
  } catch {
    return null;
  }
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
