-- Nothing links offers by learned evidence any more; links that it made were compared by words.
update "offer" set "match_method" = 'words' where "match_method" = 'learned';
-- Undoing a decision brings the former proof back.
update "match_decision" set "moved" = replace("moved"::text, '"matchMethod": "learned"', '"matchMethod": "words"')::jsonb
  where "moved"::text like '%"matchMethod": "learned"%';
alter table "offer" drop constraint "offer_match_method_check";
alter table "offer" add constraint "offer_match_method_check"
  check ("match_method" in ('gtin', 'model', 'title', 'words', 'new', 'operator'));
