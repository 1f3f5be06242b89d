package jetstream

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
)

// stateTimeout is the maximal time that a page or the metrics wait for the server.
const stateTimeout = 5 * time.Second

// State contains the jobs and workers of a farm at one time.
type State struct {
	At      time.Time
	Jobs    []JobState
	Workers []Worker
	name    func(key string) string // name of a key, nil if names are not known
}

// State reads the jobs, the oldest first, and the workers, ordered by name. If the server
// is unreachable, it returns an error at once.
func (c *Client) State(ctx context.Context) (*State, error) {
	if !c.conn.IsConnected() {
		return nil, c.unreachable()
	}
	ctx, cancel := context.WithTimeout(ctx, stateTimeout)
	defer cancel()
	jobs, err := c.Jobs(ctx)
	if err != nil {
		return nil, c.orUnreachable(err)
	}
	workers, err := c.Workers(ctx)
	if err != nil {
		return nil, c.orUnreachable(err)
	}
	slices.SortFunc(jobs, func(a, b JobState) int { return a.Since.Compare(b.Since) })
	slices.SortFunc(workers, func(a, b Worker) int { return strings.Compare(a.Name+a.Instance, b.Name+b.Instance) })
	return &State{At: time.Now(), Jobs: jobs, Workers: workers}, nil
}

// orUnreachable returns err, or unreachable if there is no connection to the server.
func (c *Client) orUnreachable(err error) error {
	if c.conn.IsConnected() {
		return fmt.Errorf("the server %s: %w", c.url, err)
	}
	return c.unreachable()
}

// unreachable returns the error for a missing connection, with the reason.
func (c *Client) unreachable() error {
	if why := c.lostBy(); why != nil {
		return fmt.Errorf("the server %s cannot be reached: %w", c.url, why)
	}
	return fmt.Errorf("the server %s cannot be reached", c.url)
}
