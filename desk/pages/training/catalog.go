package training

import (
	"path/filepath"
	"slices"
	"sync"
	"time"

	"gammonlab/desk/pages/folders"
	"gammonlab/desk/pages/problem"
	"gammonlab/evalbench/runs"
)

// catalog contains the runs of the folders and reads a run again only when it has
// changed. It is safe for concurrent use.
type catalog struct {
	folders *folders.Folders

	mu      sync.Mutex
	read    time.Time
	known   []map[string]*runs.Run // runs by folder, for each root
	labels  map[string]labelled    // by the folder of steps
	all     []listed
	damaged []error
	err     error
}

// listed is a run with its ID.
type listed struct {
	ID string
	*runs.Run
}

// freshness is the maximal age of a cached list.
const freshness = 500 * time.Millisecond

// list returns all runs, and the errors of folders that cannot be read.
func (c *catalog) list() (all []listed, damaged []error, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if time.Since(c.read) > freshness {
		c.update()
		c.read = time.Now()
	}
	return c.all, c.damaged, c.err
}

func (c *catalog) update() {
	c.all, c.damaged, c.err = nil, nil, nil
	if c.known == nil {
		c.known = make([]map[string]*runs.Run, len(c.folders.Roots()))
	}
	listedAs := map[string]bool{}
	for i, root := range c.folders.Roots() {
		found, damaged, err := runs.ListIn(root, c.known[i])
		if err != nil {
			c.err = err
			return
		}
		c.damaged = append(c.damaged, damaged...)
		now := map[string]*runs.Run{}
		for _, r := range found {
			below, err := filepath.Rel(root.Name(), r.Dir)
			if err != nil {
				c.err = err
				return
			}
			if now[below] = r; c.known[i][below] == nil {
				r.Name = c.folders.Name(root, filepath.ToSlash(below))
			}
			if id := folders.ID(root, filepath.ToSlash(below)); !listedAs[id] {
				listedAs[id] = true
				c.all = append(c.all, listed{id, r})
			}
		}
		c.known[i] = now
	}
	c.label()
}

// labelled are runs, and their copies with labels.
type labelled struct{ of, as []*runs.Run }

// label labels the runs of each folder of steps among themselves. While none of them changes, the
// copies are the same, so that the streams of the page send nothing.
func (c *catalog) label() {
	before := c.labels
	c.labels = map[string]labelled{}
	beside := map[string][]int{}
	for i, r := range c.all {
		steps := filepath.Dir(filepath.Dir(r.Dir))
		beside[steps] = append(beside[steps], i)
	}
	for steps, places := range beside {
		var of []*runs.Run
		for _, i := range places {
			of = append(of, c.all[i].Run)
		}
		now := before[steps]
		if !slices.Equal(now.of, of) {
			now = labelled{of, runs.Labelled(of)}
		}
		c.labels[steps] = now
		for k, r := range now.as {
			c.all[places[k]].Run = r
		}
	}
}

// find returns the runs with the given IDs.
func (c *catalog) find(ids []string) ([]listed, error) {
	all, _, err := c.list()
	if err != nil {
		return nil, err
	}
	var found []listed
	for _, id := range ids {
		n := len(found)
		for _, r := range all {
			if r.ID == id {
				found = append(found, r)
			}
		}
		if len(found) == n {
			return nil, problem.NotFound("run", id)
		}
	}
	return found, nil
}
