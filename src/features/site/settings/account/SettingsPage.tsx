import { actions } from 'astro:actions';
import { PageTitle } from '../../../../ui/account/PageTitle.tsx';
import { LoadError } from '../../../../ui/QueryState.tsx';
import { useQuery } from '../../../../ui/useQuery.ts';
import { BannerSection } from './BannerSection.tsx';
import { BrandSection } from './BrandSection.tsx';
import { FacetSection } from './FacetSection.tsx';
import { GuildHoldSection } from './GuildHoldSection.tsx';
import { HomeSection } from './HomeSection.tsx';
import { CommissionSection, PricesSection, StorageLimitSection } from './PlanSections.tsx';
import {
  CopyrightSection,
  CountriesSection,
  MatureSection,
  ReviewSection,
  TaxSection,
} from './RuleSections.tsx';
import { SaleWeekSection } from './SaleWeekSection.tsx';
import { SpamWordsSection } from './SpamWordsSection.tsx';

/** The settings of the site. Each card is saved by itself, and holds on every page within a second. */
export default function SettingsPage() {
  const { data, error, refetch } = useQuery(() => actions.siteSettings.read());
  return (
    <>
      <PageTitle>Settings</PageTitle>
      <p className="mt-2 mb-6 text-ink-2">
        Each card is saved by itself and holds on every page within a second. Who changed what stands in the
        audit log.
      </p>
      {error && <LoadError onRetry={refetch}>{error}</LoadError>}
      {!data && !error && <div className="skeleton h-60" aria-busy="true" />}
      {data && (
        <div className="gap-5 *:mb-5 *:break-inside-avoid xl:columns-2">
          <BrandSection all={data} />
          <BannerSection all={data} />
          <HomeSection all={data} />
          <SaleWeekSection all={data} />
          <CommissionSection all={data} />
          <PricesSection all={data} />
          <StorageLimitSection all={data} />
          <GuildHoldSection all={data} />
          <MatureSection all={data} />
          <ReviewSection all={data} />
          <CountriesSection all={data} />
          <CopyrightSection all={data} />
          <TaxSection all={data} />
          <FacetSection all={data} />
          <SpamWordsSection />
        </div>
      )}
    </>
  );
}
