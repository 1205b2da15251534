-- The sample products of the Home slideshow, where a catalogue brings its own; otherwise some of
-- its products are shown.
CREATE TABLE home_samples (
  place    integer PRIMARY KEY,
  name     text NOT NULL,
  brand    text NOT NULL,
  price    text NOT NULL,
  category text NOT NULL,
  image    text NOT NULL
);
