import { actions } from 'astro:actions';
import { useState } from 'react';
import { dayText } from '../../../../domain/kernel/instant.ts';
import { LEGAL_TITLES, type LegalVersion } from '../../../../domain/site/legal-text.ts';
import { paths } from '../../../../paths.ts';
import { useMutation } from '../../../../ui/useMutation.ts';

/** The line that asks once about texts that have changed. Nothing else waits for the answer. */
export default function TextsNotice({ texts }: { texts: readonly LegalVersion[] }) {
  const [isAnswered, setAnswered] = useState(false);
  const { busy, mutate } = useMutation();
  if (isAnswered) return null;
  return (
    <section className="notice mb-5 flex flex-wrap items-center gap-x-4 gap-y-2" aria-label="Changed texts">
      <div className="min-w-0 flex-1 basis-72">
        {texts.map(({ name, version, summary, inForceAt }) => (
          <p key={name} className="wrap-anywhere">
            <a className="link" href={paths.legalText(name, version)}>
              {LEGAL_TITLES[name]}
            </a>{' '}
            changed on {dayText(inForceAt)}
            {summary === '' ? '.' : `: ${summary}`}
          </p>
        ))}
      </div>
      <button
        type="button"
        className="btn btn-small"
        aria-busy={busy}
        onClick={() =>
          void mutate(
            () => actions.legalTexts.agree(),
            null,
            () => setAnswered(true),
          )
        }
      >
        I agree
      </button>
    </section>
  );
}
