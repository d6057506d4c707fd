// vision/net -- runs small networks of convolutions that were trained elsewhere (export.py writes them). Numbers in, numbers out: it knows nothing
// of pictures. Floats go in and come out; inside, values are floats or bytes, as the file says. Each sum has one order, so that threads, batches and
// places in a batch don't change a bit of it (what kinds of processor may change: kernels.h). One thread a net; the pool's threads work inside
// net_run.
//
// Use: net_load once; net_reserve for the largest run; then, as often as wanted and without an allocation: net_input, write the pixels, net_run,
// net_output.
#ifndef VEDETTE_VISION_NET_NET_H
#define VEDETTE_VISION_NET_NET_H

#include <stddef.h>

#include "core/status.h"
#include "vision/thread_pool.h"

typedef struct net net;

// Maps of one size, one for each item of a batch; channels lie side by side. The value of channel c at (x, y) of item n is
// at[n * item + y * row + x * pixel + c]; net_map_at gives the place. What lies between pixels, rows and items is the net's.
typedef struct {
    float *at;
    int batch, height, width, channels;
    ptrdiff_t item, row, pixel;  // floats from one to the next; pixel >= channels
} net_map;

// The first channel at (x, y) of item n.
static inline float *net_map_at(const net_map *m, int n, int y, int x) { return m->at + n * m->item + y * m->row + x * m->pixel; }

// Reads a network from its bytes (blob.h), which are not kept, and checks all of them. STATUS_INVALID (f says what is wrong), STATUS_MEMORY.
status net_load(const void *blob, size_t size, net **out, fault *f);
void net_destroy(net *n);
// Channels of the input, and how many outputs there are.
int net_input_channels(const net *n);
int net_output_count(const net *n);

// Makes room for runs of up to `batch` maps of up to height x width pixels, on up to `threads` threads; may be called again for others. What
// net_input and net_output gave before is gone. STATUS_INVALID: beyond net_limits.h, or the network has a full layer that fits no map of this size;
// STATUS_MEMORY. After a failure there is no room for any run.
status net_reserve(net *n, int batch, int height, int width, int threads, fault *f);

// Sets the size of the next run, and says where its input is to be written: in place, every pixel and channel. Borrowed until the next call of
// net_input or net_reserve. Sizes are at least 1 and at most those reserved; a network with a full layer takes the reserved height and width alone.
net_map net_input(net *n, int batch, int height, int width);

// Runs the network over what was written. pool: NULL runs it on the caller's thread; of a larger pool than was reserved for, only so many threads
// work. A batch of one is divided by rows, a larger one by items. The input stays as it is.
void net_run(net *n, thread_pool *pool);

// Output `index` of the last run, in the order of the file. To be read only, until the next call of net_input or net_reserve.
net_map net_output(const net *n, int index);

#endif
