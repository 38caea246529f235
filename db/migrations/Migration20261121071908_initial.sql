create extension if not exists pg_trgm;
create table "ask" ("id" uuid not null default uuidv7(), "kind" text not null, "key" text not null, "input" jsonb not null, "state" text not null default 'waiting', "result" jsonb null, "error" text null, "created_at" timestamptz not null default now(), "answered_at" timestamptz null, primary key ("id"));
create index "ask_created_at_index" on "ask" ("created_at");
create index "ask_key_created" on "ask" ("key", "created_at");
alter table "ask" add constraint "ask_state_check" check ("state" in ('waiting', 'answered', 'failed'));

create table "family" ("id" uuid not null default uuidv7(), "key" text not null, "name" text not null, "brand" text null, primary key ("id"));
alter table "family" add constraint "family_key_unique" unique ("key");

create table "host" ("origin" text not null, "next_free_at" timestamptz not null default now(), "pace_ms" int not null default 1000, "robots_text" text null, "robots_status" text null, "robots_fetched_at" timestamptz null, "refused_in_row" int not null default 0, "rests_until" timestamptz null, primary key ("origin"));

create table "mail" ("id" uuid not null default uuidv7(), "key" text not null, "kind" text not null, "recipient" text not null, "subject" text not null, "text" text not null, "html" text not null, "state" text not null default 'waiting', "attempts" smallint not null default 0, "last_error" text null, "send_after" timestamptz not null default now(), "created_at" timestamptz not null default now(), "sent_at" timestamptz null, primary key ("id"));
alter table "mail" add constraint "mail_key_unique" unique ("key");
create index "mail_waiting" on "mail" ("state", "send_after");
alter table "mail" add constraint "mail_state_check" check ("state" in ('waiting', 'sending', 'sent', 'failed'));

create table "newsletter_subscriber" ("email" text not null, "state" text not null default 'unconfirmed', "created_at" timestamptz not null default now(), "confirmed_at" timestamptz null, primary key ("email"));
alter table "newsletter_subscriber" add constraint "newsletter_subscriber_state_check" check ("state" in ('unconfirmed', 'confirmed', 'unsubscribed'));

create table "picture" ("hash" text not null, "width" smallint not null, "format" text not null, "bytes" bytea not null, "created_at" timestamptz not null default now(), primary key ("hash", "width"));

create table "product" ("id" uuid not null default uuidv7(), "family_id" uuid null, "name" text not null, "brand" text null, "category" text null, "description" text null, "image_url" text null, "specifications" jsonb not null, "gtin" text null, "model_key" text null, "title_key" text null, "created_at" timestamptz not null default now(), primary key ("id"));
create index "product_family_id_index" on "product" ("family_id");
create index "product_category_index" on "product" ("category");
alter table "product" add constraint "product_gtin_unique" unique ("gtin");
alter table "product" add constraint "product_model_key_unique" unique ("model_key");
create index "product_title_key_index" on "product" ("title_key");

create table "rate_limit" ("key" text not null, "points" int not null default 0, "expire" bigint null, primary key ("key"));
create index "rate_limit_expire_index" on "rate_limit" ("expire");

create table "retailer" ("id" uuid not null default uuidv7(), "slug" text not null, "name" text not null, "category" text not null, "region" text not null, "website" text not null, "description" text not null default '', "trust_score10" real not null, "trust_basis" text not null default '', "kind" text not null, "status" text not null, "render" text not null default 'http', "currency" text not null default 'AUD', "pace_ms" int not null, "discovery" jsonb not null, "created_at" timestamptz not null default now(), primary key ("id"));
alter table "retailer" add constraint "retailer_slug_unique" unique ("slug");
alter table "retailer" add constraint "retailer_kind_check" check ("kind" in ('demo', 'real', 'feed'));
alter table "retailer" add constraint "retailer_status_check" check ("status" in ('enabled', 'paused', 'disabled'));

create table "picture_source" ("url" text not null, "origin" text not null, "retailer_id" uuid not null, "rank" smallint not null, "state" text not null default 'waiting', "hash" text null, "reason" text null, "attempts" smallint not null default 0, "next_try_at" timestamptz null default now(), primary key ("url"));
create index "picture_source_retailer_id_index" on "picture_source" ("retailer_id");
create index "picture_source_hash_index" on "picture_source" ("hash");
create index "picture_source_due" on "picture_source" ("origin", "rank", "next_try_at");
alter table "picture_source" add constraint "picture_source_state_check" check ("state" in ('waiting', 'ready', 'failed'));

create table "page" ("id" uuid not null default uuidv7(), "retailer_id" uuid not null, "url" text not null, "kind" text not null, "priority" smallint not null default 0, "next_check_at" timestamptz not null default now(), "interval_minutes" int not null, "fence" int not null default 0, "deaths" smallint not null default 0, "failures" smallint not null default 0, "claimed_at" timestamptz null, "etag" text null, "last_modified" text null, "last_checked_at" timestamptz null, "last_outcome" text null, "last_reason" text null, primary key ("id"));
alter table "page" add constraint "page_url_unique" unique ("url");
create index "page_due" on "page" ("retailer_id", "next_check_at");
alter table "page" add constraint "page_kind_check" check ("kind" in ('sitemap', 'list', 'search', 'product'));

create table "offer" ("id" uuid not null default uuidv7(), "retailer_id" uuid not null, "url" text not null, "variant" text not null default '', "seller" text not null default '', "zone" text not null default 'national', "product_id" uuid not null, "page_id" uuid null, "match_method" text not null, "match_confidence" real not null, "match_because" jsonb not null, "name" text not null, "brand" text null, "category" text null, "gtin" text null, "sku" text null, "image_url" text null, "search_text" text not null, "search_tier" smallint not null default 3, "source" text not null, "price_cents" int not null, "original_price_cents" int null, "member_price_cents" int null, "delivery_cents" int null, "multi_buy" jsonb null, "unit_price" jsonb null, "earlier_pack" jsonb null, "suspect_price_cents" int null, "availability" text not null, "rating_average" real null, "rating_count" int null, "extraction" text not null, "fence" int not null default 0, "replayed_at" timestamptz null, "first_seen_at" timestamptz not null default now(), "price_changed_at" timestamptz not null, "last_seen_at" timestamptz not null, primary key ("id"));
create index "offer_product_id_index" on "offer" ("product_id");
create index "offer_page_id_index" on "offer" ("page_id");
create index "offer_words" on "offer" using gin (to_tsvector('english', "search_text")) with (fastupdate = off);
create index "offer_words_0" on "offer" using gin (to_tsvector('english', "search_text")) with (fastupdate = off) where "search_tier" <= 0;
create index "offer_words_1" on "offer" using gin (to_tsvector('english', "search_text")) with (fastupdate = off) where "search_tier" <= 1;
create index "offer_words_2" on "offer" using gin (to_tsvector('english', "search_text")) with (fastupdate = off) where "search_tier" <= 2;
alter table "offer" add constraint "offer_identity" unique ("retailer_id", "url", "variant", "seller", "zone");
alter table "offer" add constraint "offer_match_method_check" check ("match_method" in ('gtin', 'model', 'title', 'new', 'operator'));
alter table "offer" add constraint "offer_source_check" check ("source" in ('live', 'demo', 'feed', 'estimate'));
alter table "offer" add constraint "offer_availability_check" check ("availability" in ('in_stock', 'out_of_stock', 'limited', 'pre_order', 'discontinued', 'online_only', 'sold_out', 'unknown'));

alter table "offer" set (fillfactor = 50);

create table "run" ("id" uuid not null default uuidv7(), "retailer_id" uuid not null, "kind" text not null, "status" text not null, "started_at" timestamptz not null default now(), "finished_at" timestamptz null, "pages_done" int not null default 0, "pages_unchanged" int not null default 0, "offers_seen" int not null default 0, "prices_changed" int not null default 0, "refusals" jsonb not null default '{}', "recent" jsonb not null default '[]', primary key ("id"));
create index "run_retailer_started" on "run" ("retailer_id", "started_at");
alter table "run" add constraint "run_kind_check" check ("kind" in ('crawl', 'replay', 'manual', 'feed'));
alter table "run" add constraint "run_status_check" check ("status" in ('running', 'done', 'quarantined', 'undone'));

create table "quarantine" ("run_id" uuid not null, "retailer_id" uuid not null, "suspected_in_id" uuid null, "kind" text not null, "judged" int not null, "bad" int not null, "began_at" timestamptz not null default now(), "next_probe_at" timestamptz not null, "probes" smallint not null default 0, "ended_at" timestamptz null, "ending" text null, "decided_by" text null, primary key ("run_id"));
create index "quarantine_retailer_id_index" on "quarantine" ("retailer_id");
create unique index "quarantine_open" on "quarantine" ("retailer_id") where "ended_at" is null;
alter table "quarantine" add constraint "quarantine_kind_check" check ("kind" in ('moved', 'vanished', 'failed'));
alter table "quarantine" add constraint "quarantine_ending_check" check ("ending" in ('approved', 'healed'));

create table "price_point" ("offer_id" uuid not null, "slot" int not null, "price_cents" int not null, "original_price_cents" int null, "availability" text not null, "run_id" uuid null, primary key ("offer_id", "slot"));
alter table "price_point" add constraint "price_point_availability_check" check ("availability" in ('in_stock', 'out_of_stock', 'limited', 'pre_order', 'discontinued', 'online_only', 'sold_out', 'unknown'));

create table "held_page" ("run_id" uuid not null, "page_id" uuid not null, "observed_at" timestamptz not null, "verdict" text not null, "reason" text null, "offers" jsonb not null default '[]', primary key ("run_id", "page_id"));
create index "held_page_page_id_index" on "held_page" ("page_id");
alter table "held_page" add constraint "held_page_verdict_check" check ("verdict" in ('sane', 'moved', 'vanished', 'failed'));

create table "score" ("offer_id" uuid not null, "overall" smallint not null, "price" smallint not null, "quality" smallint not null, "value" smallint not null, "popularity" smallint not null, "reason" text not null, "highlights" jsonb not null, "by" text not null default 'rules', "scored_at" timestamptz not null default now(), primary key ("offer_id"));

create table "search_word" ("word" text not null, "offers" int not null, primary key ("word"));
create index "search_word_trigrams" on "search_word" using gin ("word" gin_trgm_ops);

create table "user_account" ("id" uuid not null default uuidv7(), "email" text not null, "name" text not null, "email_verified" boolean not null default false, "image" text null, "role" text not null default 'user', "preferences" jsonb null, "last_login" timestamptz null, "login_count" int not null default 0, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), primary key ("id"));
alter table "user_account" add constraint "user_account_email_unique" unique ("email");
alter table "user_account" add constraint "user_account_role_check" check ("role" in ('user', 'operator'));

create table "user_session" ("id" uuid not null default uuidv7(), "user_id" uuid not null, "token" text not null, "expires_at" timestamptz not null, "ip_address" text null, "user_agent" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), primary key ("id"));
create index "user_session_user_id_index" on "user_session" ("user_id");
alter table "user_session" add constraint "user_session_token_unique" unique ("token");
create index "user_session_expires_at_index" on "user_session" ("expires_at");

create table "search_history" ("id" uuid not null default uuidv7(), "user_id" uuid not null, "query" text not null, "results_count" int not null, "searched_at" timestamptz not null default now(), primary key ("id"));
create index "search_history_newest" on "search_history" ("user_id", "searched_at");

create table "search" ("id" uuid not null default uuidv7(), "query" text not null, "visitor" text not null, "hour" int not null, "user_id" uuid null, "results_count" int not null, "source" text not null default 'site', "searched_at" timestamptz not null default now(), primary key ("id"));
create index "search_user_id_index" on "search" ("user_id");
create index "search_searched_at_index" on "search" ("searched_at");
alter table "search" add constraint "search_once_an_hour" unique ("query", "visitor", "hour");

create table "review" ("id" uuid not null default uuidv7(), "product_id" uuid not null, "user_id" uuid not null, "rating" smallint not null, "comment" text not null, "created_at" timestamptz not null default now(), primary key ("id"));
create index "review_user_id_index" on "review" ("user_id");
alter table "review" add constraint "review_one_a_person" unique ("product_id", "user_id");

create table "feedback" ("id" uuid not null default uuidv7(), "kind" text not null, "user_id" uuid null, "offer_id" uuid null, "query" text null, "helpful" boolean null, "comment" text null, "created_at" timestamptz not null default now(), primary key ("id"));
create index "feedback_user_id_index" on "feedback" ("user_id");
create index "feedback_offer_id_index" on "feedback" ("offer_id");
alter table "feedback" add constraint "feedback_kind_check" check ("kind" in ('recommendation', 'wrong-price', 'not-the-same-product'));

create table "favorite" ("id" uuid not null default uuidv7(), "user_id" uuid not null, "offer_id" uuid not null, "price_at_favorite_cents" int not null, "notes" text not null default '', "purchased_at" timestamptz null, "added_at" timestamptz not null default now(), primary key ("id"));
create index "favorite_offer_id_index" on "favorite" ("offer_id");
alter table "favorite" add constraint "favorite_once" unique ("user_id", "offer_id");

create table "user_credential" ("id" uuid not null default uuidv7(), "user_id" uuid not null, "account_id" text not null, "provider_id" text not null, "access_token" text null, "refresh_token" text null, "id_token" text null, "access_token_expires_at" timestamptz null, "refresh_token_expires_at" timestamptz null, "scope" text null, "password" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), primary key ("id"));
create index "user_credential_user_id_index" on "user_credential" ("user_id");
alter table "user_credential" add constraint "credential_provider_account" unique ("provider_id", "account_id");

create table "confirmed_address" ("user_id" uuid not null, "email" text not null, "confirmed_at" timestamptz not null default now(), primary key ("user_id", "email"));

create table "alert" ("id" uuid not null default uuidv7(), "user_id" uuid not null, "product_id" uuid not null, "email" text not null, "kind" text not null, "target_cents" int null, "base_price_cents" int not null, "last_price_cents" int null, "state" text not null, "created_at" timestamptz not null default now(), "fired_at" timestamptz null, primary key ("id"));
create index "alert_user_id_index" on "alert" ("user_id");
create index "alert_product_id_index" on "alert" ("product_id");
alter table "alert" add constraint "alert_kind_check" check ("kind" in ('target', 'any_drop'));
alter table "alert" add constraint "alert_state_check" check ("state" in ('unconfirmed', 'watching', 'fired', 'paused', 'ended'));

create table "user_verification" ("id" uuid not null default uuidv7(), "identifier" text not null, "value" text not null, "expires_at" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), primary key ("id"));
create index "user_verification_identifier_index" on "user_verification" ("identifier");
create index "user_verification_expires_at_index" on "user_verification" ("expires_at");

create table "view_history" ("id" uuid not null default uuidv7(), "user_id" uuid not null, "product_id" uuid not null, "price_cents" int null, "viewed_at" timestamptz not null default now(), primary key ("id"));
create index "view_history_product_id_index" on "view_history" ("product_id");
create index "view_history_newest" on "view_history" ("user_id", "viewed_at");

create table "wishlist" ("user_id" uuid not null, "product_id" uuid not null, "added_at" timestamptz not null default now(), primary key ("user_id", "product_id"));
create index "wishlist_product_id_index" on "wishlist" ("product_id");

alter table "product" add constraint "product_family_id_foreign" foreign key ("family_id") references "family" ("id") on delete set null;

alter table "picture_source" add constraint "picture_source_retailer_id_foreign" foreign key ("retailer_id") references "retailer" ("id") on delete cascade;

alter table "page" add constraint "page_retailer_id_foreign" foreign key ("retailer_id") references "retailer" ("id") on delete cascade;

alter table "offer" add constraint "offer_retailer_id_foreign" foreign key ("retailer_id") references "retailer" ("id") on delete cascade;
alter table "offer" add constraint "offer_product_id_foreign" foreign key ("product_id") references "product" ("id");
alter table "offer" add constraint "offer_page_id_foreign" foreign key ("page_id") references "page" ("id") on delete set null;

alter table "run" add constraint "run_retailer_id_foreign" foreign key ("retailer_id") references "retailer" ("id") on delete cascade;

alter table "quarantine" add constraint "quarantine_run_id_foreign" foreign key ("run_id") references "run" ("id") on update cascade on delete cascade;
alter table "quarantine" add constraint "quarantine_retailer_id_foreign" foreign key ("retailer_id") references "retailer" ("id") on delete cascade;
alter table "quarantine" add constraint "quarantine_suspected_in_id_foreign" foreign key ("suspected_in_id") references "run" ("id") on delete set null;

alter table "price_point" add constraint "price_point_offer_id_foreign" foreign key ("offer_id") references "offer" ("id") on delete cascade;

alter table "held_page" add constraint "held_page_run_id_foreign" foreign key ("run_id") references "run" ("id") on update cascade on delete cascade;
alter table "held_page" add constraint "held_page_page_id_foreign" foreign key ("page_id") references "page" ("id") on update cascade on delete cascade;

alter table "score" add constraint "score_offer_id_foreign" foreign key ("offer_id") references "offer" ("id") on update cascade on delete cascade;

alter table "user_session" add constraint "user_session_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;

alter table "search_history" add constraint "search_history_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;

alter table "search" add constraint "search_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete set null;

alter table "review" add constraint "review_product_id_foreign" foreign key ("product_id") references "product" ("id") on delete cascade;
alter table "review" add constraint "review_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;

alter table "feedback" add constraint "feedback_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;
alter table "feedback" add constraint "feedback_offer_id_foreign" foreign key ("offer_id") references "offer" ("id") on delete cascade;

alter table "favorite" add constraint "favorite_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;
alter table "favorite" add constraint "favorite_offer_id_foreign" foreign key ("offer_id") references "offer" ("id") on delete cascade;

alter table "user_credential" add constraint "user_credential_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;

alter table "confirmed_address" add constraint "confirmed_address_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;

alter table "alert" add constraint "alert_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;
alter table "alert" add constraint "alert_product_id_foreign" foreign key ("product_id") references "product" ("id") on delete cascade;

alter table "view_history" add constraint "view_history_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;
alter table "view_history" add constraint "view_history_product_id_foreign" foreign key ("product_id") references "product" ("id") on delete cascade;

alter table "wishlist" add constraint "wishlist_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on update cascade on delete cascade;
alter table "wishlist" add constraint "wishlist_product_id_foreign" foreign key ("product_id") references "product" ("id") on update cascade on delete cascade;
