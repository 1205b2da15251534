-- How often a search of which every word was understood found something on a day, and nothing about who
-- searched.
CREATE TABLE search_hits (
  day      date NOT NULL,
  query    text NOT NULL CHECK (length(query) BETWEEN 1 AND 100),
  searches integer NOT NULL,
  PRIMARY KEY (day, query)
);
