import { expect } from 'vitest';
import { openSearchAddress } from '../../../src/server/adapters/opensearch/client.ts';
import { openOpenSearch } from '../../../src/server/adapters/opensearch/engine.ts';
import { openStandIn } from '../../dev/opensearch/stand-in.ts';
import { describeEngine } from './engine-contract.ts';

describeEngine('OpenSearch, by its stand-in,', async () => {
  const standIn = await openStandIn({ user: 'feeder', password: 'a secret/with signs' });
  const url = standIn.url.replace('a secret/with signs', encodeURIComponent('a secret/with signs'));
  const open = () => {
    const address = openSearchAddress(url);
    if (!address) throw new Error('no address');
    return openOpenSearch(address, (reason) => expect.fail(String(reason)));
  };
  return { engine: open(), restart: async () => open(), close: () => standIn.close() };
});
