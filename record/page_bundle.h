// record/page_bundle -- the live page as one file, in two halves: the data stands between them. Made while building. Internal to record/.
#ifndef VEDETTE_RECORD_PAGE_BUNDLE_H
#define VEDETTE_RECORD_PAGE_BUNDLE_H

// Both end with a NUL. After the first half stands JSON in which no '<' occurs.
extern const unsigned char page_bundle_before[], page_bundle_after[];

#endif
