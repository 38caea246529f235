/* Every table for the ORM and its migrations. Queues have their own schema (bullmq). */
import { AccountEvent } from './account-event.ts';
import { Alert } from './alert.ts';
import { ApiKey } from './api-key.ts';
import { Ask } from './ask.ts';
import { Docket } from './docket.ts';
import { Favorite, Wishlist } from './favorite.ts';
import { Feedback, Review } from './feedback.ts';
import { SearchHistory, ViewHistory } from './history.ts';
import { Host } from './host.ts';
import { Mail } from './mail.ts';
import { MatchDecision } from './match-decision.ts';
import { MatchProposal } from './match-proposal.ts';
import { NewsletterSubscriber } from './newsletter-subscriber.ts';
import { Offer } from './offer.ts';
import { OpenDataFile, OpenDataPart } from './open-data.ts';
import { OperatorAction } from './operator-action.ts';
import { Page } from './page.ts';
import { Picture, PictureSource } from './picture.ts';
import { PricePass } from './price-pass.ts';
import { PricePack, PricePoint } from './price-point.ts';
import { Product } from './product.ts';
import { HeldPage, Quarantine } from './quarantine.ts';
import { RateLimit } from './rate-limit.ts';
import { RefusedOffer } from './refused-offer.ts';
import { Retailer } from './retailer.ts';
import { Run } from './run.ts';
import { Score } from './score.ts';
import { Search, SearchWord } from './search.ts';
import { SearchProduct } from './search-product.ts';
import { SecondFactor } from './second-factor.ts';
import { Credential, Session, Verification } from './session.ts';
import { Shelf } from './shelf.ts';
import { SpecialReply } from './special-reply.ts';
import { ConfirmedAddress, User } from './user.ts';
import { WorkerProcess } from './worker-process.ts';

export const entities = [
  AccountEvent,
  Alert,
  ApiKey,
  Credential,
  Ask,
  ConfirmedAddress,
  Docket,
  Feedback,
  NewsletterSubscriber,
  RateLimit,
  Favorite,
  HeldPage,
  Host,
  Mail,
  MatchDecision,
  MatchProposal,
  Offer,
  OpenDataFile,
  OpenDataPart,
  OperatorAction,
  Page,
  Picture,
  PictureSource,
  PricePack,
  PricePass,
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
  SearchProduct,
  SearchWord,
  SecondFactor,
  Session,
  Shelf,
  SpecialReply,
  User,
  Verification,
  ViewHistory,
  Wishlist,
  WorkerProcess,
];
