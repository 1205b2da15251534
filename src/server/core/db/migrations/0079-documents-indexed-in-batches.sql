-- The terms of many documents are sorted and added to the index together, which takes a fifteenth of adding
-- each by itself. Searches read pending terms one by one, so whoever writes documents adds them in the end;
-- the limit holds for servers of the previous version, which do not.
ALTER INDEX search.documents_by_terms SET (fastupdate = on, gin_pending_list_limit = 2048);
