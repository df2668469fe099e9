import { useEffect, useRef, useState } from 'react';
import { ATTACHMENTS_MAX, type Attachment } from '../../../../../domain/messaging/message.ts';
import { attach } from '../conversation-requests.ts';

/** A file that will go with a message: on its way up, there, or refused. */
export interface AttachedFile {
  key: string;
  name: string;
  sizeBytes: number;
  /** Where this browser shows a picture of it; null for other files. */
  preview: string | null;
  /** As the server has it; null before. */
  attachment: Attachment | null;
  /** Why it is not taken, as a sentence. */
  refusal: string | null;
}

export interface Attachments {
  files: readonly AttachedFile[];
  /** Those the server has. */
  ready: Attachment[];
  isBusy: boolean;
  /** Why not all that was chosen stands here. */
  problem: string | null;
  add: (files: readonly File[]) => void;
  remove: (key: string) => void;
  clear: () => void;
}

/** Sends files up while the message beside them is still being written, one after the other. */
export function useAttachments(conversationId: string): Attachments {
  const [files, setFiles] = useState<readonly AttachedFile[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const line = useRef<Promise<void>>(Promise.resolve());
  const shown = useRef(files);
  shown.current = files;
  // Pictures shown from memory are let go of with the page.
  useEffect(() => () => shown.current.forEach(cancelPendingOrder), []);

  const change = (key: string, part: Partial<AttachedFile>) =>
    setFiles((known) => known.map((file) => (file.key === key ? { ...file, ...part } : file)));
  const send = async (key: string, file: File) => {
    // Taken away while it waited.
    if (!shown.current.some((one) => one.key === key)) return;
    const answer = await attach(conversationId, file);
    if (answer.kind === 'said') change(key, { attachment: answer.data });
    else if (answer.kind === 'refused') change(key, { refusal: answer.sentence });
    else change(key, { refusal: 'No connection. Attach it again when you are back.' });
  };
  const add = (chosen: readonly File[]) => {
    const room = ATTACHMENTS_MAX - shown.current.length;
    setProblem(chosen.length > room ? `At most ${ATTACHMENTS_MAX} files go with a message.` : null);
    const taken = chosen.slice(0, Math.max(0, room)).map((file) => ({ key: crypto.randomUUID(), file }));
    const rows = taken.map(({ key, file }) => ({
      key,
      name: file.name,
      sizeBytes: file.size,
      preview: /^image\/(jpeg|png|webp)$/.test(file.type) ? URL.createObjectURL(file) : null,
      attachment: null,
      refusal: null,
    }));
    shown.current = [...shown.current, ...rows];
    setFiles(shown.current);
    for (const { key, file } of taken) line.current = line.current.then(() => send(key, file));
  };
  return {
    files,
    ready: files.flatMap(({ attachment }) => (attachment ? [attachment] : [])),
    isBusy: files.some(({ attachment, refusal }) => attachment === null && refusal === null),
    problem,
    add,
    remove: (key) => {
      shown.current.filter((file) => file.key === key).forEach(cancelPendingOrder);
      setFiles((known) => known.filter((file) => file.key !== key));
      setProblem(null);
    },
    clear: () => {
      shown.current.forEach(cancelPendingOrder);
      setFiles([]);
      setProblem(null);
    },
  };
}

function cancelPendingOrder({ preview }: AttachedFile): void {
  if (preview !== null) URL.revokeObjectURL(preview);
}
