import { Link } from 'wouter';
import { Section } from '../../../../ui/Form.tsx';

/** The way to the access tokens. */
export function ProgramsSection() {
  return (
    <Section
      title="Programs"
      intro="Let a program of yours in, such as one that keeps a copy of your library. It never learns your password."
    >
      <div>
        <Link className="btn btn-quiet btn-small" href="/access-tokens">
          Access tokens
        </Link>
      </div>
    </Section>
  );
}
