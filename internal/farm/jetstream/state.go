package jetstream

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
)

// stateTimeout bounds how long a page or the metrics wait for the server.
const stateTimeout = 5 * time.Second

// State is the jobs and workers of a farm at a time.
type State struct {
	At      time.Time
	Jobs    []JobState
	Workers []Worker
	names   map[string]string // by the public halves of keys, where they are known
}

// State reads the jobs, the oldest first, and the workers by name. A server that is
// away is an error at once.
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

// orUnreachable returns err, or that the server is away if that is so.
func (c *Client) orUnreachable(err error) error {
	if c.conn.IsConnected() {
		return fmt.Errorf("the server %s: %w", c.url, err)
	}
	return c.unreachable()
}

// unreachable says that there is no connection, and why.
func (c *Client) unreachable() error {
	if why := c.lostBy(); why != nil {
		return fmt.Errorf("the server %s cannot be reached: %w", c.url, why)
	}
	return fmt.Errorf("the server %s cannot be reached", c.url)
}
