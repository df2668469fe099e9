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

const LEVEL_LABELS: Record<ReportLevel, string> = {
  green: 'Prints well',
  amber: 'Check this',
  red: 'Cannot be printed',
};
const LEVEL_COLOURS: Record<ReportLevel, string> = {
  green: 'text-verdigris',
  amber: 'text-brass',
  red: 'text-wax',
};

/** The mesh report of a checked model: its level, with every finding behind it. */
export function MeshReportView({ mesh, sizeBytes }: { mesh: MeshInspection; sizeBytes: number }) {
  const { level, findings } = meshReport(mesh, sizeBytes);
  return (
    <details className="pl-8 text-sm">
      <summary className={`cursor-pointer py-1 font-semibold ${LEVEL_COLOURS[level]}`}>
        {LEVEL_LABELS[level]}
      </summary>
      <ul className="grid gap-1 py-1">
        {findings.map(({ about, level: found, sentence }) => (
          <li key={about} className="flex gap-2 text-ink-2">
            <span className={`flex-none pt-0.5 ${LEVEL_COLOURS[found]}`}>
              <Icon name={found === 'green' ? 'check' : 'search'} size={16} />
              <span className="sr-only">{found === 'green' ? 'Fine' : LEVEL_LABELS[found]}: </span>
            </span>
            {sentence}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The local report of a file that is still uploading; the server's report replaces it. */
export function LocalReportView({ fileKey, sizeBytes }: { fileKey: string; sizeBytes: number }) {
  const report = useStore($localReports, { keys: [fileKey] })[fileKey];
  switch (report?.state) {
    case 'waiting':
      return <p className="pl-8 text-sm text-ink-3">Quick check in your browser …</p>;
    case 'left':
      return (
        <p className="pl-8 text-sm text-ink-3">
          {report.why === 'heavy' ? 'Too large for a quick check' : 'The quick check took too long'}; the full
          report follows once the file is uploaded.
        </p>
      );
    case 'unreadable': {
      const [finding] = refusedReport(report.refusal).findings;
      return <p className="pl-8 text-sm text-wax">Quick check: {finding?.sentence}</p>;
    }
    case 'measured': {
      const { mesh } = report;
      const { level, findings } = meshReport(mesh, sizeBytes);
      const worst = findings.filter((finding) => finding.level === level && level !== 'green');
      return (
        <div className="grid gap-0.5 pl-8 text-sm text-ink-2">
          <p>
            <span className={`font-semibold ${LEVEL_COLOURS[level]}`}>
              Quick check: {LEVEL_LABELS[level]}
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
