package positions

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"strconv"
	"strings"

	"gammonlab/internal/filelock"
	"gammonlab/internal/identity"
	"gammonlab/nets/kernel"
)

// Suffix is what the name of a benchmark has behind it in that of its journal.
const Suffix = ".part"

// journal keeps the decisions that are done, in the order in which they came: the
// header of the file to be, then for each a line of its number, a checksum of what
// follows and its line in the file.
type journal struct {
	path string
	file *os.File
	set  *Set
	done map[int]Decision // that were there, by number
}

// openJournal takes up the journal of the benchmark that is to be at out, or
// begins it. That of other settings is refused. A last line that was not written
// to its end is dropped.
func openJournal(out string, set *Set) (*journal, error) {
	j := &journal{path: out + Suffix, set: set, done: map[int]Decision{}}
	var err error
	if j.file, err = os.OpenFile(j.path, os.O_RDWR|os.O_CREATE, 0o666); err != nil {
		return nil, fmt.Errorf("positions: %w", err)
	}
	if err := j.begin(); err != nil {
		j.file.Close()
		return nil, fmt.Errorf("positions: %s: %w", j.path, err)
	}
	return j, nil
}

func (j *journal) begin() error {
	if err := filelock.Lock(j.file); err != nil {
		return fmt.Errorf("another process is making this benchmark: %w", err)
	}
	// Whoever had the lock until now may have finished and removed the file.
	mine, err1 := j.file.Stat()
	there, err2 := os.Stat(j.path)
	if err := errors.Join(err1, err2); err != nil || !os.SameFile(mine, there) {
		return errors.New("another process has just finished this benchmark")
	}
	head, err := j.set.header()
	if err != nil {
		return err
	}
	head = append(head, '\n')
	from := bufio.NewReader(j.file)
	first, err := from.ReadBytes('\n')
	if errors.Is(err, io.EOF) { // nothing yet, or a header that was not written to its end
		return j.start(head, first)
	}
	if err != nil {
		return err
	}
	if !bytes.Equal(first, head) {
		if err := j.compare(first); err != nil {
			return err
		}
	}
	end, err := j.read(from, int64(len(first)))
	if err != nil {
		return err
	}
	if err := j.file.Truncate(end); err != nil {
		return err
	}
	_, err = j.file.Seek(end, io.SeekStart)
	return err
}

// start writes the header over a beginning of it.
func (j *journal) start(head, first []byte) error {
	if !bytes.HasPrefix(head, first) {
		return errors.New("it is no journal of a benchmark; it is left alone")
	}
	if _, err := j.file.WriteAt(head, 0); err != nil {
		return err
	}
	if _, err := j.file.Seek(int64(len(head)), io.SeekStart); err != nil {
		return err
	}
	return j.file.Sync()
}

// compare refuses a journal whose header is of another benchmark, or of decisions
// that were judged with other kernels.
func (j *journal) compare(first []byte) error {
	var other Set
	if err := other.readHeader(first); err != nil {
		return fmt.Errorf("it is no journal of a benchmark; it is left alone: %w", err)
	}
	if other.Variant != j.set.Variant {
		return fmt.Errorf("it is of a benchmark of %v, not %v; remove it to begin again", other.Variant, j.set.Variant)
	}
	found, err1 := json.Marshal(other.Made)
	want, err2 := json.Marshal(j.set.Made)
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	if err := identity.Compare(found, want, kernel.CheckClass); err != nil {
		return fmt.Errorf("it is of a benchmark %w; remove it to begin again", err)
	}
	return nil
}

// read reads the decisions and returns where the last whole one ends.
func (j *journal) read(from *bufio.Reader, end int64) (int64, error) {
	for number := 2; ; number++ {
		line, err := from.ReadString('\n')
		if errors.Is(err, io.EOF) {
			return end, nil
		}
		if err == nil {
			err = j.readLine(strings.TrimSuffix(line, "\n"))
		}
		if err != nil {
			if _, more := from.Peek(1); errors.Is(more, io.EOF) {
				return end, nil // not all of the last line came to the disk
			}
			return 0, fmt.Errorf("line %d: %w", number, err)
		}
		end += int64(len(line))
	}
}

func (j *journal) readLine(line string) error {
	text, rest, _ := strings.Cut(line, " ")
	sum, rest, ok := strings.Cut(rest, " ")
	if !ok {
		return errors.New("want a number, a checksum and a decision")
	}
	item, err := strconv.Atoi(text)
	if err != nil || item < 0 {
		return fmt.Errorf("number %q, want 0 or more", text)
	}
	if want := checksum(text, rest); sum != want {
		return fmt.Errorf("checksum %q, want %q", sum, want)
	}
	d, err := decode([]byte(rest), j.set.Variant)
	if err != nil {
		return err
	}
	j.done[item] = *d
	return d.check(j.set.Variant)
}

func checksum(item, line string) string {
	return fmt.Sprintf("%08x", crc32.ChecksumIEEE([]byte(item+" "+line)))
}

// add adds a decision, and returns when it is on the disk.
func (j *journal) add(item int, d *Decision) error {
	line, err := d.encode()
	if err != nil {
		return err
	}
	text := strconv.Itoa(item)
	if _, err := fmt.Fprintf(j.file, "%s %s %s\n", text, checksum(text, string(line)), line); err != nil {
		return err
	}
	return j.file.Sync()
}

// remove removes the journal, whose decisions stand in the file.
func (j *journal) remove() error {
	if err := os.Remove(j.path); err != nil {
		return fmt.Errorf("positions: %w", err)
	}
	return nil
}

// close gives the lock back.
func (j *journal) close() { j.file.Close() }
