package analyses

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"gammonlab/board/record"
	"gammonlab/engine"
	"gammonlab/engine/analysis"
	"gammonlab/internal/atomicfile"
	"gammonlab/internal/cachefolder"
	"gammonlab/internal/digest"
	"gammonlab/nets/kernel"
)

// Cache stores analyses in a folder. It is safe for concurrent use.
type Cache struct {
	folder   string
	identity string // digest of the evaluator and the options

	mu  sync.Mutex
	err error
}

// NoCache is the name of no cache, see [CacheFolder].
const NoCache = "none"

// CacheFolder returns the folder of the cache that a name stands for: "" for that of the
// program, and for [NoCache] the result is "". It returns an error if the program has no folder.
func CacheFolder(name string) (string, error) {
	switch name {
	case NoCache:
		return "", nil
	case "":
		program, err := cachefolder.Path()
		if err != nil {
			return "", fmt.Errorf("no folder for analyses: %w", err)
		}
		return filepath.Join(program, "analyses"), nil
	}
	return name, nil
}

// KeptCandidates is the default number of best plays of a roll that an analysis of many
// records keeps. All commands use the same number, so each can use the cached analyses of
// others.
const KeptCandidates = 5

// NewCache returns the cache in a folder, which is created if necessary, for
// analyses with the options. It returns an error if their evaluator has no digest.
func NewCache(folder string, o analysis.Options) (*Cache, error) {
	if _, err := engine.NewFull(o.Evaluator()).Digest(); err != nil {
		return nil, err
	}
	identity, err := digest.JSON([]any{o.Identity(), kernel.Class()})
	return &Cache{folder: folder, identity: identity}, err
}

// Err returns the first error of storing an analysis. Such an error has no effect on
// results: the analysis is computed again.
func (c *Cache) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}

// path returns the file of a record's analysis. It depends on the Jacoby rule,
// which some records do not state.
func (c *Cache) path(sum string, m *record.Match) string {
	key := digest.Bytes(fmt.Appendf(nil, "%s %s %v", c.identity, sum, m.Rules.Jacoby))
	return filepath.Join(c.folder, key[:2], key)
}

// load returns the stored analysis of a record, nil if there is none or it is
// damaged.
func (c *Cache) load(sum string, m *record.Match, o analysis.Options) *analysis.Report {
	file, err := os.Open(c.path(sum, m))
	if err != nil {
		return nil
	}
	defer file.Close()
	r, err := analysis.Restore(m, o, file)
	if err != nil {
		return nil
	}
	return r
}

// keep stores the analysis of a record.
func (c *Cache) keep(sum string, m *record.Match, r *analysis.Report) {
	path := c.path(sum, m)
	err := os.MkdirAll(filepath.Dir(path), 0o777)
	if err == nil {
		err = atomicfile.Write(path, func(w io.Writer) error { return r.Save(w) })
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err == nil {
		c.err = err
	}
}
