import { useStore } from '@nanostores/react';
import {
  type MeshInspection,
  meshReport,
  type ReportLevel,
  refusedReport,
} from '../../../../domain/assets/mesh-report.ts';
import { sizeText } from '../../../../domain/catalogue/printing.ts';
import { Icon } from '../../../../ui/Icon.tsx';
import { $localReports } from './local-report.store.ts';

const LEVEL_WORDS: Record<ReportLevel, string> = {
  green: 'Prints well',
  amber: 'Worth a look',
  red: 'Cannot be printed',
};
const LEVEL_LOOKS: Record<ReportLevel, string> = {
  green: 'text-verdigris',
  amber: 'text-brass',
  red: 'text-wax',
};

/** What a model was found to be, in one word, and everything behind it. */
export function MeshReportView({ mesh, sizeBytes }: { mesh: MeshInspection; sizeBytes: number }) {
  const { level, findings } = meshReport(mesh, sizeBytes);
  return (
    <details className="pl-8 text-sm">
      <summary className={`cursor-pointer py-1 font-semibold ${LEVEL_LOOKS[level]}`}>
        {LEVEL_WORDS[level]}
      </summary>
      <ul className="grid gap-1 py-1">
        {findings.map(({ about, level: found, sentence }) => (
          <li key={about} className="flex gap-2 text-ink-2">
            <span className={`flex-none pt-0.5 ${LEVEL_LOOKS[found]}`}>
              <Icon name={found === 'green' ? 'check' : 'search'} size={16} />
              <span className="sr-only">{found === 'green' ? 'Fine' : LEVEL_WORDS[found]}: </span>
            </span>
            {sentence}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** What this browser sees in a file that is on its way; the server's own report takes its place. */
export function LocalReportView({ fileKey, sizeBytes }: { fileKey: string; sizeBytes: number }) {
  const courtesy = useStore($localReports, { keys: [fileKey] })[fileKey];
  switch (courtesy?.state) {
    case 'waiting':
      return <p className="pl-8 text-sm text-ink-3">A first look at it …</p>;
    case 'left':
      return (
        <p className="pl-8 text-sm text-ink-3">
          {courtesy.why === 'heavy' ? 'Too heavy for a first look here' : 'A first look took too long'}; its
          report comes when it has arrived.
        </p>
      );
    case 'unreadable': {
      const [finding] = refusedReport(courtesy.refusal).findings;
      return <p className="pl-8 text-sm text-wax">At a first look: {finding?.sentence}</p>;
    }
    case 'measured': {
      const { mesh } = courtesy;
      const { level, findings } = meshReport(mesh, sizeBytes);
      const worst = findings.filter((finding) => finding.level === level && level !== 'green');
      return (
        <div className="grid gap-0.5 pl-8 text-sm text-ink-2">
          <p>
            <span className={`font-semibold ${LEVEL_LOOKS[level]}`}>
              At a first look: {LEVEL_WORDS[level]}
            </span>
            {' · '}
            {sizeText(mesh.size)}, {mesh.triangles.toLocaleString('en')} triangles
          </p>
          {worst.map(({ about, sentence }) => (
            <p key={about}>{sentence}</p>
          ))}
        </div>
      );
    }
    default:
      return null;
  }
}
