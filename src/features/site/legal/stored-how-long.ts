import { retentionSentences } from '../../../domain/site/retention.ts';
import { STORED_BY_US, type StoredData } from './stored-data.ts';

/** The same as the privacy page shows it. @param country that of the operator, whose law says how long accounts are kept */
export const storedByUs = (country: string): StoredData[] =>
  STORED_BY_US.map(({ what, why, howLong, collections }) => ({
    ...{ what, why },
    howLong: [howLong, ...retentionSentences(collections, country)].join(' '),
  }));
