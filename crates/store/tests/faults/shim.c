// A disk that fails. Loaded before the C library (LD_PRELOAD), it counts the calls that change the files whose paths
// begin with TAVOLA_SHIM_PATH and has the n-th go wrong, as TAVOLA_SHIM says: `mode:n`. Without a mode it only counts.
//
//   eio      the call fails with EIO
//   enospc   the call fails with ENOSPC
//   full     this and all later calls that need room fail with ENOSPC, until the file TAVOLA_SHIM_PATH.free is there
//   half     a write writes half and fails with EIO; another call fails with EIO
//   lie      the call does nothing and says that all is well
//   kill     the process is killed before the call
//   torn     a write writes half, and the process is killed
//   power    what was written since the last flush of each file is undone, and the process is killed
//
// Calls that open files count where they may make one. TAVOLA_SHIM_COUNT names a file that gets the count at the end.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FILES 1024

typedef ssize_t (*pwrite_type)(int, const void *, size_t, off_t);

// What stood where something was written.
struct before {
  struct before *last;
  dev_t device;
  ino_t inode;
  int fd; // a copy that is never closed
  off_t at, size;
  size_t length;
  char bytes[];
};

static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static char tracked[FILES];
static const char *prefix, *mode = "";
static long count, target;
static struct before *history;

static int (*real_open)(const char *, int, ...);
static int (*real_close)(int);
static ssize_t (*real_write)(int, const void *, size_t);
static pwrite_type real_pwrite;
static int (*real_fsync)(int);
static int (*real_ftruncate)(int, off_t);

__attribute__((constructor)) static void begin(void) {
  real_open = dlsym(RTLD_NEXT, "open64");
  real_close = dlsym(RTLD_NEXT, "close");
  real_write = dlsym(RTLD_NEXT, "write");
  real_pwrite = (pwrite_type)dlsym(RTLD_NEXT, "pwrite64");
  real_fsync = dlsym(RTLD_NEXT, "fsync");
  real_ftruncate = dlsym(RTLD_NEXT, "ftruncate64");
  prefix = getenv("TAVOLA_SHIM_PATH");
  const char *what = getenv("TAVOLA_SHIM");
  const char *colon = what ? strchr(what, ':') : NULL;
  if (colon) {
    mode = strndup(what, colon - what);
    target = atol(colon + 1);
  }
}

__attribute__((destructor)) static void end(void) {
  const char *path = getenv("TAVOLA_SHIM_COUNT");
  int fd = path ? real_open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600) : -1;
  char text[32];
  if (fd >= 0 && real_write(fd, text, snprintf(text, sizeof text, "%ld", count)) < 0)
    abort();
}

static int is(const char *name) { return strcmp(mode, name) == 0; }

static int is_tracked(int fd) { return fd >= 0 && fd < FILES && tracked[fd]; }

static void die(void) {
  kill(getpid(), SIGKILL);
  for (;;)
    pause();
}

static void cut_power(void) {
  for (struct before *b = history; b; b = b->last) {
    if (b->length && real_pwrite(b->fd, b->bytes, b->length, b->at) != (ssize_t)b->length)
      abort();
    if (real_ftruncate(b->fd, b->size) != 0)
      abort();
  }
  die();
}

// A file descriptor of the same file that was copied before, or a copy.
static int kept(int fd, const struct stat *file) {
  for (struct before *b = history; b; b = b->last)
    if (b->device == file->st_dev && b->inode == file->st_ino)
      return b->fd;
  return fcntl(fd, F_DUPFD, FILES);
}

static void remember(int fd, off_t at, size_t length) {
  struct stat file;
  if (!is("power") || fstat(fd, &file) != 0)
    return;
  size_t there = at < file.st_size ? (size_t)(file.st_size - at) : 0;
  length = length < there ? length : there;
  struct before *b = malloc(sizeof *b + length);
  if (!b)
    abort();
  *b = (struct before){history, file.st_dev, file.st_ino, kept(fd, &file), at, file.st_size, length};
  // A file that cannot be read holds nothing that is read after a loss of power.
  if (pread(fd, b->bytes, length, at) != (ssize_t)length)
    b->length = 0;
  history = b;
}

static void forget(int fd) {
  struct stat file;
  if (fstat(fd, &file) != 0)
    return;
  for (struct before **b = &history; *b;) {
    struct before *gone = *b;
    if (gone->device == file.st_dev && gone->inode == file.st_ino)
      *b = gone->last;
    else
      b = &gone->last;
  }
}

enum verdict { GO_ON, FAIL, HALF, LIE };

// Counts a call, and says what becomes of it.
static enum verdict judge(int needs_room) {
  count++;
  if (is("full") && target && count >= target) {
    char path[4096];
    snprintf(path, sizeof path, "%s.free", prefix);
    if (needs_room && access(path, F_OK) != 0) {
      errno = ENOSPC;
      return FAIL;
    }
    return GO_ON;
  }
  if (count != target)
    return GO_ON;
  if (is("kill"))
    die();
  if (is("power"))
    cut_power();
  errno = is("enospc") ? ENOSPC : EIO;
  if (is("lie"))
    return LIE;
  return is("half") || is("torn") ? HALF : FAIL;
}

static ssize_t change(int fd, const void *bytes, size_t length, off_t at, int is_at) {
  pthread_mutex_lock(&lock);
  enum verdict verdict = judge(1);
  ssize_t done = -1;
  int why = errno;
  if (verdict == LIE) {
    done = (ssize_t)length;
  } else if (verdict != FAIL) {
    size_t part = verdict == HALF ? length / 2 : length;
    remember(fd, is_at ? at : lseek(fd, 0, SEEK_CUR), part);
    done = is_at ? real_pwrite(fd, bytes, part, at) : real_write(fd, bytes, part);
    why = errno;
    if (verdict == HALF) {
      if (is("torn"))
        die();
      done = -1;
      why = EIO;
    }
  }
  pthread_mutex_unlock(&lock);
  errno = why;
  return done;
}

ssize_t write(int fd, const void *bytes, size_t length) {
  return is_tracked(fd) ? change(fd, bytes, length, 0, 0) : real_write(fd, bytes, length);
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off_t at) {
  return is_tracked(fd) ? change(fd, bytes, length, at, 1) : real_pwrite(fd, bytes, length, at);
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t at) { return pwrite64(fd, bytes, length, at); }

int fsync(int fd) {
  if (!is_tracked(fd))
    return real_fsync(fd);
  pthread_mutex_lock(&lock);
  enum verdict verdict = judge(0);
  if (verdict == HALF && is("torn"))
    die();
  int done = verdict == GO_ON ? real_fsync(fd) : verdict == LIE ? 0 : -1;
  int why = errno;
  if (verdict == GO_ON && done == 0)
    forget(fd);
  pthread_mutex_unlock(&lock);
  errno = why;
  return done;
}

int fdatasync(int fd) { return fsync(fd); }

int ftruncate64(int fd, off_t size) {
  if (!is_tracked(fd))
    return real_ftruncate(fd, size);
  pthread_mutex_lock(&lock);
  enum verdict verdict = judge(0);
  if (verdict == HALF && is("torn"))
    die();
  int done = verdict == LIE ? 0 : -1;
  int why = errno;
  if (verdict == GO_ON) {
    struct stat file;
    if (fstat(fd, &file) == 0)
      remember(fd, size, size < file.st_size ? (size_t)(file.st_size - size) : 0);
    done = real_ftruncate(fd, size);
    why = errno;
  }
  pthread_mutex_unlock(&lock);
  errno = why;
  return done;
}

int ftruncate(int fd, off_t size) { return ftruncate64(fd, size); }

int open64(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t rights = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  int is_ours = prefix && strncmp(path, prefix, strlen(prefix)) == 0;
  if (is_ours && flags & O_CREAT) {
    pthread_mutex_lock(&lock);
    enum verdict verdict = judge(access(path, F_OK) != 0);
    if (verdict == HALF && is("torn"))
      die();
    int why = errno;
    pthread_mutex_unlock(&lock);
    // An open that lies would have to give a file.
    if (verdict == FAIL || verdict == HALF) {
      errno = why;
      return -1;
    }
  }
  int fd = real_open(path, flags, rights);
  if (fd >= 0 && fd < FILES)
    tracked[fd] = (char)is_ours;
  return fd;
}

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t rights = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return open64(path, flags, rights);
}

int close(int fd) {
  if (fd >= 0 && fd < FILES)
    tracked[fd] = 0;
  return real_close(fd);
}
