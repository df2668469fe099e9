import { useStore } from '@nanostores/react';
import { $user } from '../../session/user.store.ts';
import { AppearanceSection } from './AppearanceSection.tsx';
import { AvatarSection } from './AvatarSection.tsx';
import { DataSection } from './DataSection.tsx';
import { EmailSection } from './EmailSection.tsx';
import { NameSection } from './NameSection.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import { ProgramsSection } from './ProgramsSection.tsx';

export default function Profile() {
  const user = useStore($user, { ssr: 'initial' });
  if (!user) return null;
  return (
    <>
      <h1 className="text-4xl outline-none" tabIndex={-1}>
        Profile
      </h1>
      <div className="mt-6 grid max-w-2xl gap-5">
        <AvatarSection user={user} />
        <NameSection user={user} />
        <EmailSection user={user} />
        <PasswordSection />
        <AppearanceSection user={user} />
        <ProgramsSection />
        <DataSection user={user} />
      </div>
    </>
  );
}
