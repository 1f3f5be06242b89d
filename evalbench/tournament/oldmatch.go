package tournament

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"gammonlab/internal/digest"
	"strings"
)

// oldMatchHead has the settings that all games of an old file of a match depend on.
type oldMatchHead struct {
	A        string   `json:"a"`
	B        string   `json:"b"`
	Identity []string `json:"identity"` // digests of a and b, databases, evaluators of luck, judge
	Variant  string   `json:"variant"`
	Form     string   `json:"form"`
	Seed     uint64   `json:"seed"`
	Unpaired bool     `json:"unpaired"`
	Judge    string   `json:"judge"`
}

// Sizes of an old record besides the games: the item's number and the checksum, in bytes.
const (
	oldItem = 4
	oldSum  = 4
)

// convertMatch reads the content after the magic: a line of JSON, its checksum, and
// records of one size with the given number of bytes per game.
func (s *Settings) convertMatch(file []byte, magic string, games int, add func(frame []byte) error) error {
	line, rest, _ := bytes.Cut(file, []byte("\n"))
	sum := fmt.Appendf(nil, "%08x\n", digest.Checksum(fmt.Appendf(nil, "%s%s\n", magic, line)))
	records, ok := bytes.CutPrefix(rest, sum)
	if !ok {
		return errors.New("damaged: the checksum of its first lines is wrong")
	}
	var head oldMatchHead
	if err := json.Unmarshal(line, &head); err != nil {
		return err
	}
	var names [3]string
	for i, prefix := range []string{"a ", "b ", "databases "} {
		if len(head.Identity) < len(names) || !strings.HasPrefix(head.Identity[i], prefix) {
			return fmt.Errorf("identity is %q, want the digests of a and b and the databases", head.Identity)
		}
		names[i] = head.Identity[i][len(prefix):]
	}
	found := fileIdentity{SettingsRecord{head.Variant, head.Form, head.Seed, names[2]}, head.Unpaired, ""}
	if err := s.same(found); err != nil {
		return err
	}
	opinions := head.Identity[len(names):]
	if head.Judge != "" {
		opinions = append(opinions, "judge "+head.Judge)
	}
	l := NewLedger(*s)
	l.keep = add
	key, turned, err := l.beginMatch(&Player{Name: head.A, Digest: names[0]}, &Player{Name: head.B, Digest: names[1]}, strings.Join(opinions, "; "))
	if err != nil {
		return err
	}
	return l.addOld(key, turned, records, games)
}

// addOld adds old records to the match of a pairing. It drops an incomplete record at the
// end.
func (l *Ledger) addOld(key [2]int, turned bool, records []byte, games int) error {
	size := oldItem + games + oldSum
	for i := 0; (i+1)*size <= len(records); i++ {
		record := records[i*size : (i+1)*size]
		content := record[:oldItem+games]
		if digest.Checksum(content) != binary.LittleEndian.Uint32(record[len(content):]) {
			if (i+2)*size > len(records) {
				return nil
			}
			return fmt.Errorf("damaged: the checksum of record %d is wrong", i)
		}
		if item := binary.LittleEndian.Uint32(content); int(item) != i {
			return fmt.Errorf("damaged: record %d is of item %d", i, item)
		}
		content = content[oldItem:]
		points := []int{int(int32(binary.LittleEndian.Uint32(content))), int(int32(binary.LittleEndian.Uint32(content[games/2:])))}
		if err := l.add(key, turn(points[:l.settings.perItem()], turned), content); err != nil {
			return err
		}
	}
	return nil
}
