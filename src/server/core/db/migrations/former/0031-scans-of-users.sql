-- Every detection of a scan is stored. My Products lists those that the user kept, edited or added.
-- Kept by default, so that a server of the previous version still lists what it stores.
ALTER TABLE user_products ADD COLUMN is_kept boolean NOT NULL DEFAULT true;

-- What was only found in a photo, and never edited or hearted, belongs to its scan alone.
UPDATE user_products SET is_kept = false
  WHERE type <> 'my_product' AND NOT is_liked
    AND strpos(original_image_url, '/media/uploads/') > 0
    AND updated_at < created_at + interval '1 second';

CREATE INDEX user_products_of_photo ON user_products (user_id, original_image_url)
  WHERE original_image_url IS NOT NULL;

-- A detection as the finder showed it, with everything found for it, so that a scan can be reopened.
-- Apart from its record, whose rows are read whole and often.
CREATE TABLE scan_results (
  user_id      text NOT NULL,
  detection_id text NOT NULL,
  detection    jsonb NOT NULL,
  PRIMARY KEY (user_id, detection_id),
  FOREIGN KEY (user_id, detection_id) REFERENCES user_products ON DELETE CASCADE
);
