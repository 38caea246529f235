/* Every table of ours, for the ORM and its migrations. Queues live in a schema of their own (bullmq). */
import { Alert } from './alert.ts';
import { Ask } from './ask.ts';
import { ConfirmedAddress } from './confirmed-address.ts';
import { Credential } from './credential.ts';
import { Family } from './family.ts';
import { Favorite } from './favorite.ts';
import { Feedback } from './feedback.ts';
import { HeldPage } from './held-page.ts';
import { Host } from './host.ts';
import { Mail } from './mail.ts';
import { MatchDecision } from './match-decision.ts';
import { MatchProposal } from './match-proposal.ts';
import { NewsletterSubscriber } from './newsletter-subscriber.ts';
import { Offer } from './offer.ts';
import { Page } from './page.ts';
import { Picture } from './picture.ts';
import { PictureSource } from './picture-source.ts';
import { PricePack } from './price-pack.ts';
import { PricePoint } from './price-point.ts';
import { Product } from './product.ts';
import { Quarantine } from './quarantine.ts';
import { RateLimit } from './rate-limit.ts';
import { RefusedOffer } from './refused-offer.ts';
import { Retailer } from './retailer.ts';
import { Review } from './review.ts';
import { Run } from './run.ts';
import { Score } from './score.ts';
import { Search } from './search.ts';
import { SearchHistory } from './search-history.ts';
import { SearchWord } from './search-word.ts';
import { Session } from './session.ts';
import { User } from './user.ts';
import { Verification } from './verification.ts';
import { ViewHistory } from './view-history.ts';
import { Wishlist } from './wishlist.ts';

/** All entities, in no order that matters. */
export const entities = [
  Alert,
  Credential,
  Ask,
  ConfirmedAddress,
  Feedback,
  NewsletterSubscriber,
  RateLimit,
  Family,
  Favorite,
  HeldPage,
  Host,
  Mail,
  MatchDecision,
  MatchProposal,
  Offer,
  Page,
  Picture,
  PictureSource,
  PricePack,
  PricePoint,
  Product,
  Quarantine,
  RefusedOffer,
  Retailer,
  Review,
  Run,
  Score,
  Search,
  SearchHistory,
  SearchWord,
  Session,
  User,
  Verification,
  ViewHistory,
  Wishlist,
];
