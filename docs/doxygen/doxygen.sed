# Markdown as Doxygen reads it (./dev docs): it resolves links to pages, but not to a heading of a page, a folder or a
# source file, and finds pictures below IMAGE_PATH.
s/\]\(([^)]*\.md)#[^)]*\)/](\1)/g
s/\[([^]]*)\]\(#[^)]*\)/\1/g
s/(^|[^!])\[([^]]*)\]\([^)]*\.(cpp|hpp|cl|csv|py|txt|yml|cmake)\)/\1\2/g
s/(^|[^!])\[([^]]*)\]\((\.\.\/)*[^).:#]*\)/\1\2/g
s/(!\[[^]]*\]\()(\.\.\/)+perf\/results\//\1/g
s/(!\[[^]]*\]\()\.\.\/pictures\//\1/g
s/(!\[[^]]*\]\()docs\/gallery\//\1/g
# The pictures of the gallery, where `./dev gallery` has made them.
/^<!-- pictures -->$/r build/gallery/pictures.md
