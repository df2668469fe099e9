import { actions } from 'astro:actions';
import { downloadAskedFor } from '../../../../domain/library/delivery.ts';
import { WAIVER_TEXTS } from '../../../../domain/payments/waiver.ts';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';
import { useMutation } from '../../../../ui/useMutation.ts';

interface Props {
  productId: string;
  waivers: ActionAnswer<typeof actions.library.one>['waivers'];
  onAgreed: () => void;
}

/**
 * Asks for delivery before the first download of something from which its buyer may still withdraw: one sentence for each
 * contract, and one button. The download that led here begins once they agreed.
 */
export function DeliveryWaiver({ productId, waivers, onAgreed }: Props) {
  const { busy, mutate } = useMutation();
  const agree = () =>
    mutate(
      () =>
        actions.library.agreeToDelivery({
          productId,
          agreed: waivers.map(({ id, wording }) => ({ id, wording })),
        }),
      null,
      () => {
        onAgreed();
        const download = downloadAskedFor(new URLSearchParams(location.search).get('download'));
        if (download !== null) location.assign(download);
      },
    );
  return (
    <section aria-labelledby="files" className="notice grid justify-items-start gap-3">
      <h2 id="files" className="text-2xl">
        Before your first download
      </h2>
      {waivers.map(({ id, title, wording }) => (
        <p key={id}>
          You can still withdraw from {title}. “{WAIVER_TEXTS[wording]}”
        </p>
      ))}
      <button type="button" className="btn" aria-busy={busy} disabled={busy} onClick={() => void agree()}>
        Agree and download
      </button>
    </section>
  );
}
