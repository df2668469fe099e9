import { actions } from 'astro:actions';
import { useEffect, useRef } from 'react';
import { dayText } from '../../../../domain/kernel/instant.ts';
import { counted } from '../../../../domain/kernel/plural.ts';
import type { AccessGroup } from '../../../../domain/library/access-group.ts';
import { type CampaignImport, undoRefusal } from '../../../../domain/library/access-import.ts';
import { Section } from '../../../../ui/Form.tsx';
import { useQuery } from '../../../../ui/useQuery.ts';
import { ImportProgress, UndoableImports } from '../../../kernel/table/account/UndoableImports.tsx';
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
        intro="One list with all pledge levels: choose which groups each level gets, and everybody is added at once. Lists from Kickstarter, BackerKit, Gamefound, Gumroad and Patreon are recognised. In every other CSV file you choose the columns, also in those of MyMiniFactory and Cults3D, which publish no format."
      >
        <CampaignList groups={groups.filter(({ state }) => state === 'active')} onStarted={changed} />
        {data && data.length > 0 && <Imported campaigns={data} onUndone={changed} />}
      </Section>
    </div>
  );
}

function Imported({ campaigns, onUndone }: { campaigns: readonly CampaignImport[]; onUndone: () => void }) {
  const now = Date.now();
  return (
    <div>
      <h3 className="text-lg">Imported campaigns</h3>
      <UndoableImports
        label="Imported campaigns"
        imports={campaigns.map((item) => ({
          id: item.id,
          name: item.fileName,
          undo: undoRefusal(item, now) !== null ? null : item.state === 'running' ? 'Stop and undo' : 'Undo',
          state: <Progress of={item} />,
          consequence: (
            <p>
              In {groupsText(item.groups)}, people from this list who have not claimed are removed: their
              links stop working, and queued mails are not sent. Who has claimed keeps everything.
            </p>
          ),
        }))}
        onUndo={(id) => actions.accessImports.undoCampaign({ id })}
        onUndone={onUndone}
      />
    </div>
  );
}

const groupsText = (count: number) => counted(count, 'group');

function Progress({ of: { state, done, total, groups, startedAt } }: { of: CampaignImport }) {
  const into = groupsText(groups);
  if (state === 'running')
    return (
      <ImportProgress done={done} total={total} text={`${done} of ${total} rows processed, into ${into}`} />
    );
  return (
    <p className="text-sm text-ink-2">
      {state === 'undone' ? 'Undone' : `${total} rows into ${into}`}, {dayText(startedAt)}
    </p>
  );
}
