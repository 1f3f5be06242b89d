package worker

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"

	"gammonlab/farm"
	"gammonlab/farm/wire"
	"gammonlab/internal/version"
)

// Options are the settings of a worker.
type Options struct {
	Kinds    []farm.Kind
	Cores    int    // maximal number of shards at a time; 0 for one per processor
	Cache    string // folder of the jobs' files
	Name     string // name for display
	Class    string // class of the kernels
	Toolkit  string // version; "" for the version of this program
	Revision string // revision; "" for the revision of this program

	// Signature, if not nil, returns an error if this program computes wrong numbers. The
	// worker calls it at the start and every hour.
	Signature func(context.Context) error

	Grace     time.Duration // time to finish the present shards when ctx ends
	UntilIdle time.Duration // return after this time without work; 0 for never
	MaxJobs   int           // maximal number of jobs at a time; 0 for no limit
	Once      bool          // return after one shard
	Log       *slog.Logger  // nil for no log
}

const (
	lookEvery     = 5 * time.Second  // interval of reading the jobs after a failure, or if a job may fit later
	lookAgain     = 15 * time.Second // interval otherwise, because submitters announce changes
	announceEvery = wire.WorkerAge / 3
	proveEvery    = time.Hour
	retryUnfit    = time.Minute     // for reasons that may pass
	retryFile     = 3 * time.Second // for files that the submitter uploads again
	waitFetch     = 4 * time.Second
	mostDelivered = 5
	watchEvery    = time.Second // interval of looking at the connection
	complain      = time.Minute // between two log lines about a lost connection
)

// worker is a process that computes shards.
type worker struct {
	client   *wire.Client
	options  Options
	cache    cache
	instance string
	since    time.Time

	mu      sync.Mutex
	tasks   map[wire.Address]*task
	changed chan struct{} // is closed and replaced when tasks change
	lastErr string

	announcing sync.Mutex // keeps the announcements in the order of time
	looked     time.Time  // when the worker last read the jobs
	skipped    addresses  // jobs that cannot be read, of which the log has a line

	shards atomic.Uint64
	busy   atomic.Int64 // number of cores that compute shards
	micros atomic.Int64 // time that cores computed shards, in microseconds
	last   atomic.Int64 // when a core last computed a shard, Unix ns

	fail context.CancelCauseFunc // ends the work
}

// Run computes shards of the server's jobs until ctx ends or an option ends it. Then it
// finishes its present shards within Grace, and returns unfinished shards to the server. If
// the process is killed, other workers compute its shards.
func Run(ctx context.Context, c *wire.Client, o Options) error {
	if o.Cores < 1 {
		o.Cores = runtime.GOMAXPROCS(0)
	}
	if o.Toolkit == "" {
		o.Toolkit, o.Revision = version.Toolkit, version.Build()
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	w := &worker{client: c, options: o, cache: cache{client: c, folder: o.Cache}, instance: rand.Text(), since: time.Now().UTC(),
		tasks: map[wire.Address]*task{}, changed: make(chan struct{})}
	if strings.HasPrefix(o.Revision, version.Unrevised) {
		o.Log.Warn("this program does not know its revision: only submitters with the same file fit", "build", o.Revision)
	}
	w.last.Store(time.Now().UnixNano())
	watching, unwatch := context.WithCancel(ctx)
	defer unwatch()
	go c.Watch(watching, o.Log, watchEvery, complain)
	if o.Signature != nil {
		if err := o.Signature(ctx); err != nil {
			return err
		}
	}
	ctx, w.fail = context.WithCancelCause(ctx)
	defer w.fail(nil)
	doing, stop := context.WithCancel(context.WithoutCancel(ctx)) // continues during Grace
	defer stop()
	return w.work(ctx, doing, stop)
}

// errDone ends a worker without an error.
var errDone = errors.New("the worker is done")

// work runs the cores and manages them until ctx ends.
func (w *worker) work(ctx, doing context.Context, stop func()) error {
	var cores sync.WaitGroup
	for range w.options.Cores {
		cores.Go(func() { (&core{worker: w}).run(ctx, doing) })
	}
	w.manage(ctx)
	ended := make(chan struct{})
	go func() { cores.Wait(); close(ended) }()
	w.options.Log.Info("stopping", "in_hand", w.busy.Load(), "grace", w.options.Grace)
	select {
	case <-ended:
	case <-time.After(w.options.Grace):
		stop()
		<-ended
	}
	w.closeTasks()
	var failed *failure
	if errors.As(context.Cause(ctx), &failed) {
		return failed.error
	}
	return nil
}

// failure is an error that ends a worker.
type failure struct{ error }

// giveUp ends the work with an error.
func (w *worker) giveUp(err error) {
	if errors.Is(err, nats.ErrConnectionClosed) {
		err = w.client.ClosedBy()
	}
	w.fail(&failure{err})
}

// manage reads the jobs and announces the worker until ctx ends.
func (w *worker) manage(ctx context.Context) {
	poke := make(chan struct{}, 1)
	orders, err := w.client.Conn().Subscribe(wire.TokenControl+".*.*", func(*nats.Msg) {
		select {
		case poke <- struct{}{}:
		default:
		}
	})
	if err != nil {
		w.giveUp(err)
		return
	}
	defer orders.Unsubscribe()
	look, prove := time.NewTicker(lookEvery+wire.Spread(lookEvery/4)), time.NewTicker(proveEvery)
	defer look.Stop()
	defer prove.Stop()
	status := w.client.Conn().StatusChanged(nats.CONNECTED)
	defer w.client.Conn().RemoveStatusListener(status)
	idle := time.NewTicker(idleTick)
	defer idle.Stop()
	go w.announceAlways(ctx)
	w.readJobs(ctx)
	for {
		select {
		case <-ctx.Done():
			return
		case <-w.client.Closed():
			w.giveUp(w.client.ClosedBy())
			return
		case <-prove.C:
			if err := w.prove(ctx); err != nil {
				w.giveUp(err)
				return
			}
		case <-idle.C:
			if w.isIdle() {
				w.options.Log.Info("nothing to do", "for", w.options.UntilIdle)
				w.fail(errDone)
				return
			}
		case <-status:
			w.announce(ctx)
			w.readJobs(ctx)
		case <-poke:
			w.readJobs(ctx)
		case <-look.C:
			if time.Since(w.looked) > lookAgain || w.hopes() {
				w.readJobs(ctx)
			}
		}
	}
}

const idleTick = 50 * time.Millisecond

func (w *worker) isIdle() bool {
	return w.options.UntilIdle > 0 && w.busy.Load() == 0 && time.Since(time.Unix(0, w.last.Load())) > w.options.UntilIdle
}

func (w *worker) prove(ctx context.Context) error {
	if w.options.Signature == nil {
		return nil
	}
	return w.options.Signature(ctx)
}

// announceAlways announces the worker until ctx ends, also while the worker opens jobs.
func (w *worker) announceAlways(ctx context.Context) {
	for {
		w.announce(ctx)
		select {
		case <-ctx.Done():
			return
		case <-time.After(announceEvery):
		}
	}
}

// announce publishes the state of the worker.
func (w *worker) announce(ctx context.Context) {
	w.announcing.Lock()
	defer w.announcing.Unlock()
	if !w.client.Conn().IsConnected() {
		return
	}
	o := &w.options
	v := wire.Worker{Key: w.client.Key(), Instance: w.instance, Name: o.Name, Class: o.Class, Toolkit: o.Toolkit, Revision: o.Revision,
		Cores: o.Cores, Unfit: map[string]string{}, Shards: w.shards.Load(), CoreSeconds: float64(w.micros.Load()) / 1e6,
		Since: w.since, Seen: time.Now().UTC()}
	for _, k := range o.Kinds {
		v.Kinds = append(v.Kinds, k.Name)
	}
	w.mu.Lock()
	v.Error = w.lastErr
	for a, t := range w.tasks {
		if t.unfit != "" {
			v.Unfit[a.ID] = t.unfit
		} else if t.master != nil {
			v.Jobs = append(v.Jobs, a.ID)
		}
	}
	w.mu.Unlock()
	slices.Sort(v.Jobs)
	err := w.client.Write(ctx, wire.WorkerSubject(w.client.Key(), w.instance), v)
	if errors.Is(err, wire.ErrRefused) {
		w.giveUp(err)
	} else if err != nil {
		w.options.Log.Debug("not announced", "error", err)
	}
}

// report keeps and logs an error that does not end the work.
func (w *worker) report(what string, err error) {
	w.options.Log.Warn(what, "error", err)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.lastErr = what + ": " + err.Error()
}
