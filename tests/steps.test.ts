import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStepCounter, type StepCounter } from './steps.ts';

/**
 * Everything the serving process does synchronously with a stranger's text or bytes takes steps in proportion to its
 * length, however it repeats and nests. Regular expressions are bounded by `structure/regexps.test.ts`.
 */

/** Steps for each character; the worst is Markdown with 370. */
const STEPS_A_CHARACTER = 1000;
/** Steps that do not depend on the text, such as those of a first call. */
const STEPS_BESIDE = 30_000;
const LENGTH = 2000;

let counter: StepCounter;
beforeAll(async () => {
  counter = await openStepCounter();
});
afterAll(() => counter.stop());

type Work = (text: string) => unknown;
const bytesOf = (text: string) => new TextEncoder().encode(text);
/** The work by name. Imported when the counter is open, since it counts nothing that was compiled before. */
const WORKS: Record<string, () => Promise<Work>> = {
  Markdown: async () => (await import('../src/features/catalogue/product/markdown.ts')).renderMarkdown,
  'a summary of Markdown': async () => {
    const { plainText } = await import('../src/features/catalogue/product/markdown.ts');
    return (text) => plainText(text, 300);
  },
  'the check of Markdown': async () => {
    const { markdownRefusal } = await import('../src/domain/kernel/markdown-text.ts');
    return (text) => markdownRefusal(text, 20_000);
  },
  'cleaning a text': async () => (await import('../src/domain/kernel/clean-text.ts')).cleanText,
  'cleaning a name': async () => (await import('../src/domain/kernel/clean-text.ts')).cleanFileName,
  'a slug': async () => (await import('../src/domain/kernel/slug.ts')).slugOf,
  'the look for advertising': async () => {
    const { spamJudgement } = await import('../src/domain/moderation/spam.ts');
    const words = ['a', 'casino', 'a a', '...'].map((word) => ({ word, deed: 'hold' as const }));
    return (text) => spamJudgement({ text, bought: false, elsewhere: 0, words, host: 'site.example' });
  },
  'a table': async () => {
    const { readCsv } = await import('../src/domain/kernel/csv.ts');
    return (text) => readCsv(text, { rows: 2000, cellsARow: 100 });
  },
  'a cell': async () => (await import('../src/domain/kernel/csv.ts')).csvCell,
  tags: async () => (await import('../src/domain/catalogue/product-editing.ts')).tagsFrom,
  'typed addresses': async () => (await import('../src/domain/library/access-import.ts')).typedRows,
  'a search': async () => {
    const { parseSearch, searchAddress } = await import('../src/domain/catalogue/search/search-params.ts');
    return (text) => searchAddress(parseSearch(new URLSearchParams(text)));
  },
  'words for the index': async () => {
    const { impactsOf } = await import('../src/search/tokens.ts');
    return (text) => impactsOf({ name: text, tags: [text], storeName: '', description: text });
  },
  'an address to return to': async () => {
    const { safeRedirect } = await import('../src/domain/kernel/redirect.ts');
    return (text) => safeRedirect(text, '/');
  },
  'the address of a request': async () => {
    const { readableAddress, withoutLastSlashes } = await import('../src/front/addresses.ts');
    const { cacheKey } = await import('../src/server/http/routes.ts');
    return (text) => [readableAddress(text), withoutLastSlashes(text), cacheKey(`/${text}`, text)];
  },
  'links of a store': async () => {
    const { socialRefusal } = await import('../src/domain/catalogue/store.ts');
    return (text) => socialRefusal('website', `https://${text}`);
  },
  'the name of a file': async () => {
    const { parseUploadRequest } = await import('../src/domain/assets/upload.ts');
    const { contentRefusal, isLeftover } = await import('../src/domain/assets/file-kind.ts');
    return (text) => {
      parseUploadRequest({
        name: text.slice(0, 200),
        path: text.slice(0, 500),
        sizeBytes: 1,
        productId: null,
      });
      isLeftover(text);
      contentRefusal('md', bytesOf(text));
    };
  },
  'a name that may look like another': async () => {
    const { foldedName, isReservedName } = await import('../src/domain/kernel/look-alike.ts');
    return (text) => [foldedName(text), isReservedName(text)];
  },
  'the mailbox of an address': async () => {
    const { mailboxOf } = await import('../src/domain/notifications/addressed-mail.ts');
    return (text) => mailboxOf(`${text}@mail.example`);
  },
  cookies: async () => {
    const { readSession } = await import('../src/data/identity/session.ts');
    return (text) => readSession(`a=b; pb_auth=${text}; c=${text}`);
  },
  'the name of a download': async () => (await import('../src/domain/assets/variant.ts')).fileNameOf,
  'the head of a picture': async () => {
    const { pictureRefusal } = await import('../src/domain/kernel/image-header.ts');
    const starts = [[0xff, 0xd8], [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10], [...bytesOf('RIFFxxxxWEBPVP8X')]];
    return (text) => {
      for (const start of starts) {
        pictureRefusal([...start, ...bytesOf(text)]);
        pictureRefusal([...start, ...bytesOf(text).fill(0xff)]);
      }
    };
  },
  'the directory of an archive': async () => {
    const { zipRecords } = await import('../src/mesh/zip-records.ts');
    return (text) => {
      const bytes = bytesOf(text);
      const reading = zipRecords(bytes.length, 2000);
      try {
        for (let step = reading.next(); !step.done; ) step = reading.next(bytes.subarray(...step.value));
      } catch {
        // Damaged, as expected.
      }
    };
  },
  'a mail': async () => {
    const { mailText, quoted } = await import('../src/server/notifications/mail-layout.ts');
    const { mailHtml } = await import('../src/server/notifications/mail-html.ts');
    const site = { siteUrl: 'https://site.example', siteName: 'Guildhall' };
    return (text) => {
      const { parts } = mailText(site, [quoted(text), text]);
      return mailHtml(site, { subject: text, parts }, null);
    };
  },
  'text for feeds': async () => {
    const { xmlText } = await import('../src/features/kernel/page/xml-text.ts');
    const { withWholeLinks } = await import('../src/features/catalogue/feed/feed.ts');
    return (text) => [xmlText(text), withWholeLinks(text, (path) => `https://site.example${path}`)];
  },
  'structured data': async () => {
    const { jsonForScript } = await import('../src/features/kernel/page/structured-data.ts');
    return (text) => jsonForScript({ text });
  },
};

/** What nests, repeats or opens without closing, in any of the languages above. */
const FRAGMENTS = [
  ...['> ', '- ', '1. ', '1)\n', '\t', '  ', '\n', '\r\n', '#', '*', '**', '_', '~~', '`', '```\n', '=\n'],
  ...[
    '[',
    '](',
    '](/x)',
    '![',
    '[a]: b\n',
    '|',
    '-|-\n',
    'a|b\n',
    '<',
    '<a ',
    '<b>',
    '</b>',
    '<!--',
    '&',
    '&lt;',
  ],
  ...[
    '"',
    '""',
    ',',
    ';',
    "'",
    '=',
    'a',
    'a ',
    'é',
    '\u0301',
    '\u200d',
    '\u202e',
    '\ud83d',
    '😀',
    '0',
    '9.9',
  ],
  ...[
    '/',
    '//',
    '\\',
    '.',
    '..',
    '%',
    '%2f',
    '@',
    'a@a.a',
    'http://',
    'www.',
    'query=',
    '&not-store=a',
    'PK\u0001\u0002',
  ],
];
const text = fc
  .tuple(
    fc.array(fc.constantFrom(...FRAGMENTS), { minLength: 1, maxLength: 5 }),
    fc.constantFrom(...FRAGMENTS),
  )
  .map(([parts, start]) => start + parts.join('').repeat(LENGTH).slice(0, LENGTH));

it.each(Object.entries(WORKS))('takes steps in proportion to the text: %s', async (_, open) => {
  const work = await open();
  work('a');
  await fc.assert(
    fc.asyncProperty(text, async (hostile) => {
      const steps = await counter.stepsOf(() => work(hostile));
      expect(steps).toBeLessThan(STEPS_BESIDE + STEPS_A_CHARACTER * hostile.length);
    }),
    { numRuns: 10 },
  );
});

it('counts a loop within a loop', async () => {
  const { squared } = await import('./steps-squared.ts');
  expect(await counter.stepsOf(() => squared('a'.repeat(LENGTH)))).toBeGreaterThan(
    STEPS_BESIDE + STEPS_A_CHARACTER * LENGTH,
  );
});
