-- The quota counts bytes. Null until measured: for older uploads and those of an older server.
ALTER TABLE uploads ADD COLUMN bytes bigint;
