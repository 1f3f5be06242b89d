package submit

import (
	"errors"
	"io"
	"math"
	"math/bits"
	"time"

	"gammonlab/farm"
	"gammonlab/farm/wire"
	"gammonlab/internal/digest"
)

// slot is a shard whose result is not taken yet.
type slot struct {
	shard farm.Shard
	token string
	err   error // ends the job when it is this shard's turn

	candidates []*candidate
	failures   []*candidate // messages of workers that could not compute the shard
	rivals     []*candidate // results that contradict that of another machine with the same key
	result     []byte       // result of this process
	own        bool         // result is set
	local      bool         // only this process computes the shard
	computing  bool         // this process is computing the shard
	need       int          // number of keys that must agree
	bytes      int          // estimated memory of the slot

	drawn, published time.Time
	attempts         int       // number of times that the shard was published
	again            time.Time // when the shard is offered again
	hurried          time.Time
}

// find returns the candidate from the worker with the key, nil if there is none.
func (s *slot) find(key string) *candidate {
	for _, c := range s.candidates {
		if c.key == key {
			return c
		}
	}
	return nil
}

// wanted reports whether the slot needs results of more workers.
func (s *slot) wanted() bool {
	return s.err == nil && !s.own && !s.local && !s.computing && len(s.candidates) < s.need
}

// window contains the slots in the order of their shards.
type window struct {
	slots   []*slot
	waiting map[string][]*slot      // by token
	orphans map[string][]*candidate // results of shards that are not drawn yet, by token
	held    int                     // bytes of orphans
	heldN   int                     // number of orphans
	done    map[string]*taken       // by token
	tokens  []string                // of done, the oldest first
	kept    []*taken                // those of done with their payloads, the oldest first
	keptN   int                     // bytes of their payloads
	items   uint64
	bytes   int // estimated memory of the slots
}

// Limits of memory, whatever workers announce and send. They suffice for 10,000 cores, each
// with shards and results of 26 KiB together.
const (
	windowBytes = 512 << 20 // shards that are not taken, with their results
	windowCores = 1 << 14   // cores for which there are shards
	slotBytes   = 1 << 10   // a shard without its payload and its result
	orphanBytes = 64 << 20
	mostOrphans = 1 << 16
	keptBytes   = 32 << 20 // payloads of taken shards, kept in case a late result differs
	mostTaken   = 1 << 16  // taken shards whose late results are compared
)

// taken is a shard whose result was taken.
type taken struct {
	sum   string // first 16 digits of the SHA-256 of the result
	shard farm.Shard
	whole bool     // shard has its payload
	by    []string // the workers that alone vouch for the result; none if this process computed it

	settling bool
	late     []*candidate // results that differ, while this process computes the shard; one of a key
}

func (w *window) add(s *slot) {
	w.slots = append(w.slots, s)
	if s.err != nil {
		return
	}
	w.waiting[s.token] = append(w.waiting[s.token], s)
	w.items += s.shard.Items
	w.bytes += s.bytes
}

// pop removes the first slot after its result was taken, for which only the workers vouch.
func (w *window) pop(result []byte, by []string) {
	s := w.slots[0]
	w.slots[0] = nil
	w.slots = w.slots[1:]
	if w.waiting[s.token] = w.waiting[s.token][1:]; len(w.waiting[s.token]) == 0 {
		delete(w.waiting, s.token)
		w.remember(s, result, by)
	}
	w.items -= s.shard.Items
	w.bytes -= s.bytes
}

// remember keeps what a late result of the slot's shard is compared with.
func (w *window) remember(s *slot, result []byte, by []string) {
	t := &taken{sum: digest.Bytes(result)[:16], shard: s.shard, whole: true, by: by}
	w.done[s.token] = t
	if w.tokens = append(w.tokens, s.token); len(w.tokens) > mostTaken {
		delete(w.done, w.tokens[0])
		w.tokens = w.tokens[1:]
	}
	w.kept, w.keptN = append(w.kept, t), w.keptN+len(s.shard.Payload)
	for w.keptN > keptBytes || len(w.kept) > mostTaken {
		oldest := w.kept[0]
		w.kept, w.keptN = w.kept[1:], w.keptN-len(oldest.shard.Payload)
		oldest.whole, oldest.shard.Payload = len(oldest.shard.Payload) == 0, nil
	}
}

// adopt returns the results that arrived before the slot's shard was drawn.
func (w *window) adopt(s *slot) []*candidate {
	found := w.orphans[s.token]
	delete(w.orphans, s.token)
	for _, c := range found {
		w.held -= len(c.Result)
	}
	w.heldN -= len(found)
	return found
}

// keep stores the result of a shard that is not drawn yet, and reports whether there is
// room.
func (w *window) keep(token string, c *candidate) bool {
	if w.held+len(c.Result) > orphanBytes || w.heldN >= mostOrphans {
		return false
	}
	w.held += len(c.Result)
	w.heldN++
	w.orphans[token] = append(w.orphans[token], c)
	return true
}

// clear drops the results of shards that will not be drawn.
func (w *window) clear() {
	for _, all := range w.orphans {
		for _, c := range all {
			c.ack()
		}
	}
	w.orphans, w.held, w.heldN = map[string][]*candidate{}, 0, 0
}

// room reports whether another shard may be drawn.
func (r *run) room() bool {
	cores := min(r.state.Cores, windowCores) + r.options.LocalWorkers
	w := &r.window
	most := max(windowLeast, windowPerCore*r.options.Quorum*cores)
	switch {
	case len(w.slots) == 0:
		return true
	case !r.sizes.known:
		return false
	case r.job.Ahead > 0 && w.items+uint64(r.sizes.want()) > uint64(r.job.Ahead*max(cores, 1)):
		return false
	case r.options.LocalWorkers > 0 && r.local.free():
		return len(w.slots) < 2*most && w.bytes < windowBytes
	}
	return r.link.attached && len(w.slots) < most && w.bytes < windowBytes
}

// fill draws a shard if there is room, and reports whether it has.
func (r *run) fill() bool {
	if !r.more || r.later || !r.room() {
		return false
	}
	shard, err := r.next(r.sizes.want())
	switch {
	case errors.Is(err, farm.ErrLater) && len(r.window.slots) == 0:
		err = errors.New("no shard is in hand for which the next could wait")
	case errors.Is(err, farm.ErrLater):
		r.later = true
		return false
	}
	if err == nil && r.ledger.resume(shard, &r.trust) {
		r.seeDoubt()
	}
	if err != nil {
		r.ledger.vouch(math.MaxUint64, &r.trust)
		r.seeDoubt()
		r.more = false
		r.window.clear()
		if err != io.EOF {
			r.window.add(&slot{err: err})
		}
		return err != io.EOF
	}
	r.sizes.end = shard.First + shard.Items
	r.hand(&slot{shard: shard, token: wire.ShardToken(shard), need: r.options.Quorum, attempts: r.options.Quorum, drawn: time.Now()})
	return true
}

// hand assigns a new slot to this process or to the workers.
func (r *run) hand(s *slot) {
	s.bytes = slotBytes + len(s.shard.Payload) + int(min(r.sizes.bytes*float64(s.shard.Items), messageBytes))
	r.window.add(s)
	for _, c := range r.window.adopt(s) {
		r.consider(s, c)
	}
	switch {
	case !r.sizes.known:
		s.local = true
		r.redo(s)
	case !s.wanted():
	case r.options.LocalWorkers > 0 && r.local.free():
		s.local = true
		r.redo(s)
	case r.link.attached:
		r.publish(s)
	}
}

// sizes chooses the number of items of a shard. The first shards are small; this process
// computes them to measure their time.
type sizes struct {
	aim   time.Duration // wanted time of a shard after the first shards
	since time.Time     // when the job began
	ahead int           // see [farm.Job]
	known bool
	items int    // items per shard; a power of two if known is set
	end   uint64 // end of the last shard

	perItem time.Duration
	own     time.Duration   // time of an item in this process, of the last shard; 0 if it is unknown
	bytes   float64         // maximal size of an item's payload or result
	took    []time.Duration // times of the last shards
}

const (
	shardBytes  = 300 << 10 // wanted maximum; payloads and results differ in size
	canaryBytes = 64 << 10
	tookKept    = 64

	messageBytes = 1 << 20 // the maximum of a message
	mostFactor   = 16      // how much faster or slower than this process a machine counts at most
)

// want returns the wanted number of items of the next shard. Shards end at multiples of
// their size, so a submitter that resumes at another item creates the same shards.
func (z *sizes) want() int {
	size := max(z.items, 1)
	return size - int(z.end%uint64(size))
}

// set chooses the number of items for the wanted time of a shard, and reports whether the
// number has changed. A job begins with a fraction of this time: otherwise the last shards
// of a short job would take as long as all others.
func (z *sizes) set() bool {
	aim := min(z.aim, max(z.aim/16, time.Since(z.since)/8))
	items := z.fit(int(min(aim/max(z.perItem, 1), 1<<30)))
	if items < 2*z.items && 2*items > z.items {
		return false
	}
	z.items = 1 << (bits.Len(uint(items)) - 1)
	return true
}

// try uses the time of a shard that this process computed while the size is unknown. It
// reports whether the shard is large enough to set the size.
func (z *sizes) try(s farm.Shard, result []byte, took time.Duration) bool {
	z.see(s, result)
	items := max(int(s.Items), 1)
	z.perItem = max(took/time.Duration(items), 1)
	fits := z.fit(items * 8)
	if took >= z.aim/24 || len(s.Payload) > canaryBytes/8 || fits < items*2 {
		z.known = true
		z.items = 0
		return z.set()
	}
	z.items = fits
	return false
}

// measure uses the time of a shard that this process computed.
func (z *sizes) measure(s farm.Shard, took time.Duration) {
	z.own = max(took/time.Duration(max(s.Items, 1)), 1)
}

// see records the sizes of a shard and its result.
func (z *sizes) see(s farm.Shard, result []byte) {
	z.bytes = max(z.bytes, float64(max(len(s.Payload), len(result)))/float64(max(s.Items, 1)))
}

// fit returns the number of items, limited to the maximum of a shard.
func (z *sizes) fit(items int) int {
	if z.bytes > 0 {
		items = min(items, int(shardBytes/z.bytes))
	}
	if z.ahead > 0 {
		items = min(items, z.ahead/2)
	}
	return max(items, 1)
}

// observe uses the time of a shard that a worker computed. It reports whether the size of
// the next shards changes.
func (z *sizes) observe(s farm.Shard, result []byte, took time.Duration) bool {
	if z.took = append(z.took, took); len(z.took) > tookKept {
		z.took = z.took[1:]
	}
	z.see(s, result)
	each := max(took/time.Duration(max(s.Items, 1)), 1)
	if z.own > 0 {
		each = max(z.own/mostFactor, min(each, z.own*mostFactor))
	}
	if z.perItem == 0 {
		z.perItem = each
	}
	z.perItem += (each - z.perItem) / 16
	return z.set()
}
