#!/bin/sh
# Pins the base images of the Dockerfile and the compose files by digest, so that a tag that somebody
# moves changes nothing here. Run it again after you have raised a version. Needs docker with buildx.
set -eu
cd "$(dirname "$0")/.."
images() {
  sed -nE 's/^ARG NODE_IMAGE=([^@[:space:]]+).*/\1/p' Dockerfile
  sed -nE 's/^ +image: ([^@[:space:]]+:[^@[:space:]]+).*/\1/p' deploy/compose.yaml deploy/compose.cluster.yaml
}
for image in $(images | sort -u); do
  digest=$(docker buildx imagetools inspect "$image" --format '{{.Manifest.Digest}}')
  case $digest in sha256:*) ;; *) echo "No digest for $image" >&2; exit 1 ;; esac
  for file in Dockerfile deploy/compose.yaml deploy/compose.cluster.yaml; do
    sed -E "s|$image(@sha256:[0-9a-f]+)?\$|$image@$digest|" "$file" > "$file.pinned"
    cat "$file.pinned" > "$file"
    rm "$file.pinned"
  done
  echo "$image@$digest"
done
