import { actions } from 'astro:actions';
import { lazy, Suspense, useRef, useState } from 'react';
import type { User } from '../../../domain/user.ts';
import { Section } from '../../../ui/Form.tsx';
import { pictureFileRefusal } from '../../../ui/picture-file.ts';
import { useSending } from '../../../ui/useSending.ts';
import { Avatar } from '../Avatar.tsx';
import { userChanged } from '../user.store.ts';

/** The cropper comes with the first chosen picture. */
const PictureCrop = lazy(() => import('../../../ui/PictureCrop.tsx'));

export function AvatarSection({ user }: { user: User }) {
  const [chosen, setChosen] = useState<File | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { busy, send } = useSending();

  const close = () => {
    setChosen(null);
    if (input.current) input.current.value = '';
  };
  const choose = (file: File | null) => {
    const refusal = file && pictureFileRefusal(file);
    setProblem(refusal);
    if (refusal) close();
    else setChosen(file);
  };
  const keep = (picture: Blob | null) => {
    const form = new FormData();
    if (picture) form.set('picture', new File([picture], 'avatar.png', { type: picture.type }));
    void send<User>(
      () => actions.account.changeAvatar(form),
      picture ? 'Your new picture is saved.' : 'Your picture is removed.',
      (changed) => {
        userChanged(changed);
        close();
      },
    );
  };

  return (
    <Section
      title="Picture"
      intro="JPEG, PNG or WebP. We keep a square of it and nothing else: no place, no camera."
    >
      <div className="flex flex-wrap items-center gap-4">
        <Avatar person={user} />
        <label className="btn btn-quiet btn-small cursor-pointer focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-verdigris">
          <input
            ref={input}
            className="sr-only"
            type="file"
            name="picture"
            accept="image/jpeg,image/png,image/webp"
            onChange={(event) => choose(event.target.files?.[0] ?? null)}
          />
          {user.avatar ? 'Choose another picture' : 'Choose a picture'}
        </label>
        {user.avatar && (
          <button
            type="button"
            className="btn btn-quiet btn-small"
            aria-busy={busy}
            onClick={() => keep(null)}
          >
            Remove picture
          </button>
        )}
      </div>
      {problem && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
      {chosen && (
        <Suspense fallback={<div className="skeleton h-72" />}>
          <PictureCrop round file={chosen} busy={busy} onKeep={keep} onCancel={close} />
        </Suspense>
      )}
    </Section>
  );
}
