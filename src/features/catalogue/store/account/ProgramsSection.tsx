import { Link } from 'wouter';
import { Section } from '../../../../ui/Form.tsx';

/** The way to what a seller's programs use. */
export function StoreProgramsSection() {
  return (
    <Section title="Programs" intro="Tell a program of yours what happens in your store, or let it in.">
      <div className="flex flex-wrap gap-3">
        <Link className="btn btn-quiet btn-small" href="/webhooks">
          Webhooks
        </Link>
        <Link className="btn btn-quiet btn-small" href="/access-tokens">
          Access tokens
        </Link>
      </div>
    </Section>
  );
}
