package worker

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/nats-io/nkeys"

	"gammonlab/farm"
	"gammonlab/farm/wire"
	"gammonlab/internal/digest"
)

// fits returns the kind of the job, or the reason why the worker cannot run the job.
func (w *worker) fits(j *wire.Job) (string, *farm.Kind) {
	o, d := &w.options, &j.Description
	i := slices.IndexFunc(o.Kinds, func(k farm.Kind) bool { return k.Name == d.Kind })
	switch {
	case j.Protocol != wire.Protocol:
		return fmt.Sprintf("the job is of protocol %d, this worker of %d", j.Protocol, wire.Protocol), nil
	case w.refusedBy(j):
		return "the submitter refuses this worker, whose results were wrong", nil
	case !w.client.Keyed() && nkeys.IsValidPublicUserKey(j.Owner):
		return "the submitter has a key and takes results only from workers that have one", nil
	case i < 0:
		return "this worker does no jobs of kind " + d.Kind, nil
	case j.Toolkit != o.Toolkit:
		return fmt.Sprintf("the job is of toolkit %s, this worker of %s", j.Toolkit, o.Toolkit), nil
	case j.Revision != o.Revision:
		return fmt.Sprintf("the job is of revision %q, this worker of %q", j.Revision, o.Revision), nil
	case !wire.SameClass(d.Class, o.Class):
		return fmt.Sprintf("the job needs kernel %s, this worker has %s", d.Class, o.Class), nil
	}
	return "", &o.Kinds[i]
}

// refusedBy reports whether the submitter refuses this machine, or all with its key.
func (w *worker) refusedBy(j *wire.Job) bool {
	return slices.Contains(j.Refused, w.client.Key()) || slices.Contains(j.Refused, wire.Identity(w.client.Key(), wire.Readable(w.options.Name, wire.MostName)))
}

// prove computes the canary with a clone, as a core computes shards. It returns the fault
// of the result; "" if the result is right.
func prove(ctx context.Context, master farm.Doer, j *wire.Job, c *wire.Canary) string {
	result, err := doByClone(ctx, master, c.Shard)
	if err != nil {
		return fmt.Sprintf("canary: %v", err)
	}
	if got := digest.Bytes(result); got != j.Canary || c.Result != j.Canary {
		return fmt.Sprintf("canary: the result here has SHA-256 %.12s, that of the submitter %.12s", got, j.Canary)
	}
	return ""
}

// doByClone computes one shard with a clone of the Doer.
func doByClone(ctx context.Context, master farm.Doer, s farm.Shard) ([]byte, error) {
	doers, err := farm.CloneAll(master, 1)
	if err != nil {
		return nil, err
	}
	result, err := farm.Do(ctx, doers[0], s)
	return result, errors.Join(err, farm.CloseAll(doers))
}
