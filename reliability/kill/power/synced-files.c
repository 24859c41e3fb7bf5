/*
 * Loaded into a server by LD_PRELOAD: keeps, beside the folder that the server writes, the files as a disk without
 * power would have them. A sync copies the file instead of waiting for the disk, so what was written after the last
 * sync is missing from the copy.
 *
 * The model is that of ext4, XFS and Btrfs. The sync of a file keeps its bytes, and its name where it is new. A
 * rename, a link or a removal is kept by the sync of its folder. A file that has a kept name and no kept bytes is
 * empty. Files that were mapped into memory and never synced are no part of it, like the index of SQLite's log.
 *
 * A kept copy says which file it is of by its time of change: the seconds are the inode, and the nanoseconds those of
 * the file's birth, since inodes are used again.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define OWN_NAME ".kept-"

static const char *root, *kept;

static void fail(const char *what) {
  dprintf(2, "synced-files: %s: %s\n", what, strerror(errno));
  _exit(99);
}

static void join(char *path, const char *folder, const char *name) {
  if (snprintf(path, PATH_MAX, *name ? "%s/%s" : "%s", folder, name) >= PATH_MAX) fail("a path is too long");
}

static int lock_kept(void) {
  char path[PATH_MAX];
  join(path, kept, OWN_NAME "lock");
  int lock = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0600);
  if (lock < 0 || flock(lock, LOCK_EX) != 0) fail("lock");
  return lock;
}

/* The identity of the file at a path; false where there is none. */
static int identify(int folder, const char *path, int flags, struct timespec *identity, mode_t *mode) {
  struct statx found;
  if (statx(folder, path, flags | AT_SYMLINK_NOFOLLOW, STATX_BASIC_STATS | STATX_BTIME, &found) != 0) return 0;
  identity->tv_sec = (time_t)found.stx_ino;
  identity->tv_nsec = found.stx_btime.tv_nsec;
  if (mode) *mode = found.stx_mode;
  return 1;
}

static int is_same(const struct timespec *a, const struct timespec *b) {
  return a->tv_sec == b->tv_sec && a->tv_nsec == b->tv_nsec;
}

static void make_parents(const char *path) {
  char folder[PATH_MAX];
  join(folder, path, "");
  if (strlen(folder) <= strlen(kept)) return;
  for (char *at = folder + strlen(kept) + 1; (at = strchr(at, '/')); at++) {
    *at = 0;
    mkdir(folder, 0700);
    *at = '/';
  }
}

/* `source` -1: an empty file. Never closes another descriptor of the file, which would drop SQLite's locks. */
static void keep_bytes(int source, const struct timespec *identity, const char *target) {
  static char piece[1 << 18];
  char fresh[PATH_MAX];
  join(fresh, kept, OWN_NAME "new");
  int copy = open(fresh, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0600);
  if (copy < 0) fail("open a copy");
  off_t at = 0;
  for (ssize_t got; source >= 0 && (got = pread(source, piece, sizeof piece, at)) != 0; at += got)
    if (got < 0 || write(copy, piece, got) != got) fail("copy");
  const struct timespec times[2] = {*identity, *identity};
  if (futimens(copy, times) != 0) fail("mark a copy");
  close(copy);
  make_parents(target);
  if (rename(fresh, target) != 0) fail("rename a copy");
}

static void keep_file(int file, const char *name) {
  char target[PATH_MAX], itself[64];
  struct timespec identity;
  join(target, kept, name);
  if (!identify(file, "", AT_EMPTY_PATH, &identity, NULL)) fail("stat");
  if ((fcntl(file, F_GETFL) & O_ACCMODE) != O_WRONLY) return keep_bytes(file, &identity, target);
  snprintf(itself, sizeof itself, "/proc/self/fd/%d", file);
  int readable = open(itself, O_RDONLY | O_CLOEXEC);
  if (readable < 0) fail("open a file");
  keep_bytes(readable, &identity, target);
  close(readable);
}

static struct timespec wanted;
static char wanted_path[PATH_MAX];

static int compare(const char *path, const struct stat *found, int kind, struct FTW *at) {
  (void)at;
  if (kind != FTW_F || !is_same(&found->st_mtim, &wanted)) return 0;
  join(wanted_path, path, "");
  return 1;
}

/* The copy of the file under any name. */
static int find_copy(const struct timespec *identity) {
  wanted = *identity;
  return nftw(kept, compare, 16, FTW_PHYS) == 1;
}

static void keep_entry(const char *target, const struct timespec *identity, int synced_only) {
  struct stat copy;
  if (lstat(target, &copy) == 0 && is_same(&copy.st_mtim, identity)) return;
  if (!find_copy(identity)) {
    if (!synced_only) keep_bytes(-1, identity, target);
    return;
  }
  make_parents(target);
  unlink(target);
  if (link(wanted_path, target) != 0) fail("link a copy");
}

static int remove_one(const char *path, const struct stat *found, int kind, struct FTW *at) {
  (void)found, (void)kind, (void)at;
  return remove(path);
}

static void drop_what_is_gone(const char *live, const char *copies) {
  char path[PATH_MAX];
  struct stat found;
  DIR *folder = opendir(copies);
  if (!folder) return;
  for (struct dirent *entry; (entry = readdir(folder));) {
    if (entry->d_name[0] == '.' && (!entry->d_name[1] || !strcmp(entry->d_name, "..") || strstr(entry->d_name, OWN_NAME)))
      continue;
    join(path, live, entry->d_name);
    if (lstat(path, &found) == 0) continue;
    join(path, copies, entry->d_name);
    nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
  }
  closedir(folder);
}

/* `is_inner`: a folder that came with the sync of another one, so that only names with bytes are known. */
static void keep_folder(const char *live, const char *copies, int is_inner) {
  char path[PATH_MAX], target[PATH_MAX];
  struct timespec identity;
  struct stat found;
  mode_t mode;
  DIR *folder = opendir(live);
  if (!folder) return;
  for (struct dirent *entry; (entry = readdir(folder));) {
    if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
    join(path, live, entry->d_name);
    join(target, copies, entry->d_name);
    if (!identify(AT_FDCWD, path, 0, &identity, &mode)) continue;
    if (S_ISREG(mode)) keep_entry(target, &identity, is_inner);
    else if (S_ISDIR(mode) && lstat(target, &found) != 0) {
      make_parents(target);
      mkdir(target, 0700);
      keep_folder(path, target, 1);
    }
  }
  closedir(folder);
  if (!is_inner) drop_what_is_gone(live, copies);
}

static int keep(int file) {
  char itself[64], path[PATH_MAX];
  struct stat found;
  snprintf(itself, sizeof itself, "/proc/self/fd/%d", file);
  ssize_t length = readlink(itself, path, sizeof path - 1);
  if (length < 0 || fstat(file, &found) != 0) return -1;
  path[length] = 0;
  size_t prefix = root ? strlen(root) : 0;
  if (!root || strncmp(path, root, prefix) != 0 || found.st_nlink == 0) return 0;
  const char *name = path + prefix;
  if (*name == '/') name++;
  else if (*name) return 0;
  int lock = lock_kept();
  if (S_ISDIR(found.st_mode)) {
    char copies[PATH_MAX];
    join(copies, kept, name);
    make_parents(copies);
    mkdir(copies, 0700);
    keep_folder(path, copies, 0);
  } else keep_file(file, name);
  close(lock);
  return 0;
}

int fsync(int file) { return keep(file); }
int fdatasync(int file) { return keep(file); }

static int keep_first(const char *path, const struct stat *found, int kind, struct FTW *at) {
  (void)found, (void)at;
  if (kind != FTW_F) return 0;
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) fail("open a file");
  keep_file(file, path + strlen(root) + 1);
  close(file);
  return 0;
}

/* The first process keeps all that the folder has. */
__attribute__((constructor)) static void begin(void) {
  char mark[PATH_MAX];
  root = getenv("SYNCED_FILES_ROOT");
  kept = getenv("SYNCED_FILES_KEPT");
  if (!root || !kept) {
    root = NULL;
    return;
  }
  int lock = lock_kept();
  join(mark, kept, OWN_NAME "begun");
  if (access(mark, F_OK) != 0) {
    nftw(root, keep_first, 16, FTW_PHYS);
    close(open(mark, O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
  }
  close(lock);
}
