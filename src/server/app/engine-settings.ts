import { type OpenSearchAddress, openSearchAddress } from '../adapters/opensearch/client.ts';

/** Settings that name a server of another program. Each calls `refuse` with a sentence where it cannot be used. */

export function redisUrlOf(value: string, refuse: (sentence: string) => never): string | null {
  if (value === '') return null;
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || !/^rediss?:$/.test(url.protocol) || url.hostname === '' || !/^(\/\d*)?$/.test(url.pathname))
    return refuse(
      'REDIS_URL must be an address such as redis://10.0.0.5:6379 or rediss://name:password@host:6379/0.',
    );
  return value;
}

export function searchEngineOf(value: string, refuse: (sentence: string) => never): OpenSearchAddress | null {
  if (value === '') return null;
  return (
    openSearchAddress(value) ??
    refuse(
      'SEARCH_URL must be the address of OpenSearch with the name of an index, such as https://name:password@10.0.0.6:9200/models.',
    )
  );
}
