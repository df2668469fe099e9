import { actions } from 'astro:actions';
import { useEffect, useRef, useState } from 'react';
import { dayText } from '../../../../domain/kernel/instant.ts';
import type { AccessGroup } from '../../../../domain/library/access-group.ts';
import { type CampaignImport, undoRefusal } from '../../../../domain/library/access-import.ts';
import { Confirm } from '../../../../ui/Confirm.tsx';
import { Section } from '../../../../ui/Form.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';
import { useQuery } from '../../../../ui/useQuery.ts';
import { CampaignList } from './CampaignList.tsx';

/** How often the progress of running imports is asked for, in ms. */
const POLL_MS = 2000;

/** Imports a campaign's list into several groups in one go: each pledge level leads to the groups it pays for. */
export function Campaigns({
  groups,
  onChanged,
}: {
  groups: readonly Pick<AccessGroup, 'id' | 'name' | 'state'>[];
  onChanged: () => void;
}) {
  const { data, refetch } = useQuery(() => actions.accessImports.campaigns());
  const isRunning = data?.some(({ state }) => state === 'running') ?? false;
  const wasRunning = useRef(false);
  useEffect(() => {
    if (wasRunning.current && !isRunning) onChanged();
    wasRunning.current = isRunning;
    if (!isRunning) return;
    const timer = setInterval(() => void refetch(), POLL_MS);
    return () => clearInterval(timer);
  }, [isRunning, refetch, onChanged]);
  const changed = () => {
    void refetch();
    onChanged();
  };
  return (
    <div className="mt-8 max-w-3xl">
      <Section
        title="Import a campaign"
        intro="One list with all pledge levels: choose which groups each level gets, and everybody is added at once. Lists from Kickstarter, BackerKit, Gamefound, Gumroad and Patreon are recognised; every other CSV file works too."
      >
        <CampaignList groups={groups.filter(({ state }) => state === 'active')} onStarted={changed} />
        {data && data.length > 0 && <Imported campaigns={data} onUndone={changed} />}
      </Section>
    </div>
  );
}

function Imported({ campaigns, onUndone }: { campaigns: readonly CampaignImport[]; onUndone: () => void }) {
  const [confirming, setConfirming] = useState<CampaignImport | null>(null);
  const { busy, mutate } = useMutation();
  const undo = ({ id }: CampaignImport) =>
    void mutate(
      () => actions.accessImports.undoCampaign({ id }),
      'Undone.',
      () => {
        setConfirming(null);
        onUndone();
      },
    );
  return (
    <div>
      <h3 className="text-lg">Imported campaigns</h3>
      <ul className="grid grid-cols-1 gap-2" aria-label="Imported campaigns">
        {campaigns.map((item) => (
          <li
            key={item.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line py-1 not-first:border-t"
          >
            <div className="min-w-0 flex-[1_1_14rem]">
              <p className="truncate font-semibold">{item.fileName}</p>
              <Progress of={item} />
            </div>
            {undoRefusal(item, Date.now()) === null && (
              <button
                type="button"
                className="link min-h-11"
                aria-label={`Undo ${item.fileName}`}
                onClick={() => setConfirming(item)}
              >
                {item.state === 'running' ? 'Stop and undo' : 'Undo'}
              </button>
            )}
          </li>
        ))}
      </ul>
      {confirming && (
        <Confirm
          title={`Undo ${confirming.fileName}?`}
          yes="Undo it"
          no="Keep it"
          busy={busy}
          onYes={() => undo(confirming)}
          onNo={() => setConfirming(null)}
        >
          <p>
            In all {confirming.groups} groups, people from this list who have not claimed are removed: their
            links stop working, and queued mails are not sent. Who has claimed keeps everything.
          </p>
        </Confirm>
      )}
    </div>
  );
}

function Progress({ of: { state, done, total, groups, startedAt } }: { of: CampaignImport }) {
  const into = groups === 1 ? '1 group' : `${groups} groups`;
  if (state === 'running')
    return (
      <div>
        <p className="text-sm text-ink-2 tabular-nums" role="status">
          {done} of {total} rows processed, into {into}
        </p>
        <progress className="bar mt-1.5" max={Math.max(1, total)} value={done} aria-label="Adding" />
      </div>
    );
  return (
    <p className="text-sm text-ink-2">
      {state === 'undone' ? 'Undone' : `${total} rows into ${into}`}, {dayText(startedAt)}
    </p>
  );
}
