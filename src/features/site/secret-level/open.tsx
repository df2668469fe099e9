import { createRoot } from 'react-dom/client';
import { SecretLevel } from './SecretLevel.tsx';

let isOpen = false;

/** Opens the secret level in a dialog; does nothing if it is open. */
export function openSecretLevel(): void {
  if (isOpen) return;
  isOpen = true;
  const before = document.activeElement;
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  root.render(
    <SecretLevel
      onClose={() => {
        isOpen = false;
        root.unmount();
        host.remove();
        if (before instanceof HTMLElement) before.focus();
      }}
    />,
  );
}
