import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { serviceClient } from '../../../src/data/kernel/client.ts';
import { openFolderStore } from '../../../src/server/adapters/files/file-store.ts';
import { openPartialUploads } from '../../../src/server/assets/uploads/partial-uploads.ts';
import { openUploads } from '../../../src/server/assets/uploads/uploads.ts';
import { openLeases } from '../../../src/server/kernel/leases.ts';

/**
 * A process of the site that checks uploads, and kills itself in the middle of writing a member of an archive. Its
 * arguments are the backend with its account as JSON, the folder of models, and for how long it holds leases.
 */
const [account = '{}', modelsDir = '', leaseMs = ''] = process.argv.slice(2);
const pb = serviceClient(JSON.parse(account));
const folder = join(modelsDir, 'uploads');
const room = { free: 1e12, pro: 1e12 };

/** A member that is being written has a name of its own beside the finished ones. */
function killInTheMiddle(): void {
  const names = readdirSync(folder);
  // The archive itself is copied in the same way, beside the file that it replaces.
  const written = names.filter((name) => name.includes('.') && !names.includes(name.split('.')[0] ?? ''));
  if (written.some((name) => statSync(join(folder, name)).size > 0)) process.kill(process.pid, 'SIGKILL');
  setImmediate(killInTheMiddle);
}

const uploads = await openUploads({
  pb,
  leases: openLeases(pb, Number(leaseMs)),
  files: await openFolderStore(modelsDir),
  partial: await openPartialUploads(folder),
  storage: () => room,
  now: Date.now,
  onError: (reason) => console.error(reason),
});
killInTheMiddle();
await uploads.sweep();
await uploads.settled();
process.exit(0);
