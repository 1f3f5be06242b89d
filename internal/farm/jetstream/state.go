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
	names   map[string]string // by the public halves of keys, where they are known
}

// State reads the jobs, the oldest first, and the workers by name. It returns an error at
// once if the server is away.
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

// orUnreachable returns err, or an error about the server if it is away.
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
