package submit

import (
	"encoding/binary"
	"slices"
	"strings"
)

// keyOf returns the key in an identity.
func keyOf(who string) string {
	key, _, _ := strings.Cut(who, "/")
	return key
}

const (
	// mostMachines is the number of refused machines after which their key is refused as a
	// whole: a machine that computes wrongly must not stop the others that share its key, and
	// a hostile worker must not go on for ever under new names.
	mostMachines = 3

	// mostNames is the number of machines of a key that have records of their own.
	mostNames = 4096
)

// record is a submitter's record of a worker.
type record struct {
	number   uint32 // in sets of workers
	checked  bool   // a result was checked and is right
	checking bool   // a result is being checked
	refused  bool
	wrong    bool // refused for a wrong result
}

// trust contains the records of workers by identity, and for which results in the journal
// they vouch.
type trust struct {
	workers map[string]*record
	names   []string        // of workers, by number
	known   map[string]int  // number of machines by key
	refused map[string]int  // number of refused machines by key
	wrong   map[string]bool // a machine of the key was refused for a wrong result

	liar, lie string // the last worker that was refused for a wrong result, and its fault

	// The journal contains results that this process did not compute. Each set of workers
	// that agreed on one has the first item of such a result. A set is the numbers of its
	// workers, in order.
	vouched map[string]uint64
}

func newTrust() trust {
	return trust{workers: map[string]*record{}, known: map[string]int{}, refused: map[string]int{}, wrong: map[string]bool{}, vouched: map[string]uint64{}}
}

// of returns the record of the worker. It creates missing records.
func (t *trust) of(who string) *record {
	w := t.workers[who]
	if w == nil {
		w = &record{number: uint32(len(t.names))}
		t.workers[who], t.names = w, append(t.names, who)
		t.known[keyOf(who)]++
	}
	return w
}

// tells reports whether the worker can be told apart from the others with its key: memory
// for names is limited.
func (t *trust) tells(who string) bool {
	return t.workers[who] != nil || t.known[keyOf(who)] < mostNames
}

// refuses reports whether results of the worker are refused.
func (t *trust) refuses(who string) bool {
	w := t.workers[who]
	return w != nil && w.refused || t.refusesAll(keyOf(who))
}

// refusesAll reports whether the key is refused as a whole.
func (t *trust) refusesAll(key string) bool { return t.refused[key] >= mostMachines }

// refuse refuses the worker, and reports whether this is news.
func (t *trust) refuse(who, why string, wrong bool) bool {
	w, key := t.of(who), keyOf(who)
	if (w.refused || t.refusesAll(key)) && (w.wrong || !wrong) {
		return false
	}
	if !w.refused {
		w.refused = true
		t.refused[key]++
	}
	if wrong {
		w.wrong, t.wrong[key] = true, true
		t.liar, t.lie = who, why
	}
	return true
}

// list returns the identities of refused workers and the keys that are refused as a whole.
func (t *trust) list() []string {
	var all []string
	for who, w := range t.workers {
		if w.refused {
			all = append(all, who)
		}
	}
	for key := range t.refused {
		if t.refusesAll(key) {
			all = append(all, key)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// note records that the journal contains a result, from the item first on, for which only
// the workers vouch.
func (t *trust) note(workers []string, first uint64) {
	var numbers []uint32
	for _, who := range workers {
		numbers = append(numbers, t.of(who).number)
	}
	slices.Sort(numbers)
	var set []byte
	for _, n := range slices.Compact(numbers) {
		set = binary.LittleEndian.AppendUint32(set, n)
	}
	if old, ok := t.vouched[string(set)]; !ok || first < old {
		t.vouched[string(set)] = first
	}
}

// inDoubt returns the first item of the results for which only refused workers vouch, at
// least one of whom was refused for a wrong result.
func (t *trust) inDoubt() (first uint64, ok bool) {
	if t.liar == "" {
		return 0, false
	}
	for set, at := range t.vouched {
		if (!ok || at < first) && t.doubts(set) {
			first, ok = at, true
		}
	}
	return first, ok
}

func (t *trust) doubts(set string) bool {
	wrong := false
	for ; len(set) > 0; set = set[4:] {
		who := t.names[binary.LittleEndian.Uint32([]byte(set))]
		if !t.refuses(who) {
			return false
		}
		wrong = wrong || t.workers[who].wrong || t.refusesAll(keyOf(who)) && t.wrong[keyOf(who)]
	}
	return wrong
}
