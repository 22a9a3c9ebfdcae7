/* Preloaded under libcamera's virtual camera.
   Where the kernel has no DMA heaps, opening one, and every buffer taken from it, gives plain
   memory instead; the virtual camera needs no more of them.
   Its version 0.4 also leaves what it says of each buffer (status, sequence) as it found the memory,
   and picamera2 drops a frame without success: C++'s new gives zeroed memory, and zero is success. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <linux/dma-buf.h>
#include <linux/dma-heap.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

void *_Znwm(size_t size) { return calloc(1, size ? size : 1); }

static const char HEAPS[] = "/dev/dma_heap/";

static int is_heap(const char *path) {
    return path && strncmp(path, HEAPS, sizeof HEAPS - 1) == 0;
}

static int memory(size_t length) {
    int fd = memfd_create("dma heap", MFD_CLOEXEC);
    if (fd >= 0 && ftruncate(fd, length)) {
        close(fd);
        return -1;
    }
    return fd;
}

#define OPEN(name)                                                                  \
    int name(const char *path, int flags, ...) {                                    \
        int (*next)(const char *, int, ...) = dlsym(RTLD_NEXT, #name);              \
        va_list rest;                                                               \
        va_start(rest, flags);                                                      \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;     \
        va_end(rest);                                                               \
        return is_heap(path) ? memory(0) : next(path, flags, mode);                 \
    }
OPEN(open)
OPEN(open64)

int access(const char *path, int mode) {
    int (*next)(const char *, int) = dlsym(RTLD_NEXT, "access");
    return is_heap(path) ? 0 : next(path, mode);
}

int ioctl(int fd, unsigned long request, ...) {
    int (*next)(int, unsigned long, ...) = dlsym(RTLD_NEXT, "ioctl");
    va_list rest;
    va_start(rest, request);
    void *asked = va_arg(rest, void *);
    va_end(rest);
    switch ((unsigned int)request) {
    case DMA_HEAP_IOCTL_ALLOC: {
        struct dma_heap_allocation_data *buffer = asked;
        int fresh = memory(buffer->len);
        if (fresh < 0)
            return -1;
        buffer->fd = fresh;
        return 0;
    }
    case DMA_BUF_IOCTL_SYNC:
    case (unsigned int)DMA_BUF_SET_NAME_A:
    case (unsigned int)DMA_BUF_SET_NAME_B:
        return 0;
    }
    return next(fd, request, asked);
}
