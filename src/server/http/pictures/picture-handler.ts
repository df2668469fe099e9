import type { IncomingMessage, ServerResponse } from 'node:http';
import { QueueFull } from '../../../domain/kernel/semaphore.ts';
import type { Admission } from '../../../front/load-shedding/admission.ts';
import { sendText } from '../../../front/send.ts';
import type { App } from '../../app/app.ts';
import { storeAnswers } from '../../app/needs.ts';
import { expectedFailure } from '../../kernel/failure-log.ts';
import { busySender, sendBusy } from '../busy.ts';
import type { MissCounter, SecondsToWait } from '../limits.ts';
import { entitledPictures } from './entitled-pictures.ts';
import { type Pictures, pictureRequestOf, pictureType } from './pictures.ts';
import { sendVideo, videoRequestOf } from './videos.ts';

export interface PictureParts {
  app: Pick<App, 'settings' | 'pb' | 'http' | 'assets'>;
  pictures: Pictures;
  /** While the site is overloaded, no picture is encoded. */
  admission: Pick<Admission, 'crowded'>;
  /** Pictures that were asked for and do not exist. */
  misses: MissCounter;
  secondsToWait: SecondsToWait;
}

/** The bucket is asked this often at most whether it answers, in ms. */
const STORE_ASKED_EVERY_MS = 1_000;
const AWAY_SECONDS = 5;
const sendAway = busySender({}, 'Pictures cannot be read at the moment');

/** Handles one request for a path under /img/ or /video/. `client` is the visitor's address. */
export type PictureHandler = (
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
  client: string,
) => Promise<void>;

/**
 * Opens the handler of pictures and videos. Those of hidden records are sent only to people who may see them. An address that
 * has asked for many pictures that do not exist gets only what is known without asking the backend. While their bucket is away,
 * those that are not kept here are said to be away, which nobody keeps: the backend itself says that they do not exist.
 */
export function openPictureHandler({
  app,
  pictures,
  admission,
  misses,
  secondsToWait,
}: PictureParts): PictureHandler {
  const { limits } = app.settings;
  const isEntitled = entitledPictures(app);

  const notFound = (res: ServerResponse, client: string): void => {
    misses.count(client);
    sendText(res, 404, 'Not found.');
  };
  let known: { until: number; answers: Promise<boolean> } | null = null;
  /** Whether the bucket answers, where there is one. */
  const isThere = (): Promise<boolean> => {
    if (!app.settings.bucket) return Promise.resolve(true);
    if (!known || performance.now() >= known.until)
      known = { until: performance.now() + STORE_ASKED_EVERY_MS, answers: storeAnswers(app.assets.files) };
    return known.answers;
  };
  const missing = async (req: IncomingMessage, res: ServerResponse, client: string): Promise<void> => {
    if (await isThere()) notFound(res, client);
    else sendAway(req, res, 503, AWAY_SECONDS);
  };

  return async (req, res, path, client) => {
    const request = videoRequestOf(path) ?? pictureRequestOf(path);
    if (!request) return sendText(res, 404, 'Not found.');
    const asksNobody = limits && misses.isOver(client);
    const needsNobody = request.collection === 'users' || app.http.visibility.knows(request);
    if (asksNobody && !needsNobody) return sendBusy(req, res, 429, 60);
    const isPublic = await app.http.visibility.isPublic(request.collection, request.record);
    if (!isPublic) {
      const cookies = req.headers.cookie ?? null;
      const wait = cookies === null || !limits ? null : await secondsToWait('page', client);
      if (wait !== null) return sendBusy(req, res, 429, wait);
      const maySee = await isEntitled({ ...request, cookies, client });
      if (!maySee) return notFound(res, client);
    }
    // A file's name changes with its content, so what is at an address never changes.
    const caching = {
      // Feed readers show them on their own pages.
      ...(isPublic ? { 'cross-origin-resource-policy': 'cross-origin' } : {}),
      'cache-control': isPublic ? 'public, max-age=2592000, immutable' : 'private, max-age=86400, immutable',
    };
    try {
      if ('kind' in request) {
        // A video is not kept here: whether it exists is asked each time.
        if (asksNobody) return sendBusy(req, res, 429, 60);
        const isSent = await sendVideo(app.settings.pocketbase, req, res, request, caching);
        return isSent ? undefined : missing(req, res, client);
      }
      const bytes = await pictures.get(request, !asksNobody && !admission.crowded());
      if (!bytes) return missing(req, res, client);
      res.writeHead(200, {
        'content-type': pictureType(request),
        'content-length': bytes.length,
        ...caching,
      });
      res.end(req.method === 'HEAD' ? undefined : bytes);
    } catch (reason) {
      if (!(reason instanceof QueueFull)) {
        if (expectedFailure(reason) !== 'the backend is away' && (await isThere())) throw reason;
        return sendAway(req, res, 503, AWAY_SECONDS);
      }
      if (asksNobody) sendBusy(req, res, 429, 60);
      else sendBusy(req, res, 503, 2);
    }
  };
}
