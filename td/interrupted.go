package td

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"gammonlab/nets"
)

// A checkpoint that was written amid a segment says where the segment began. With
// the games update the games of the next round are played with the net as it was
// a round earlier, which lies in a file of its own beside the checkpoint.

// olderExt takes the place of a checkpoint's extension in the name of that file.
const olderExt = ".older"

func olderPath(checkpoint string) string {
	return strings.TrimSuffix(checkpoint, ".safetensors") + olderExt
}

// saveOlder writes the file beside the checkpoint at the path, before the
// checkpoint.
func (t *Trainer) saveOlder(checkpoint string) error {
	m := nets.NewModel(t.older, t.variant)
	m.Provenance = t.model().Provenance
	return m.Save(olderPath(checkpoint))
}

// readSegment takes over where the segment began, amid which the checkpoint at the
// path was written, if it was.
func (t *Trainer) readSegment(checkpoint string, provenance map[string]string) error {
	begun, amid := provenance[keySegment]
	if !amid {
		if t.games%t.cfg.Segment != 0 && t.games != t.cfg.Games {
			return fmt.Errorf("it has no %s, which one after %d games must have", keySegment, t.games)
		}
		return nil
	}
	var err error
	if t.begun, err = strconv.ParseInt(begun, 10, 64); err != nil {
		return fmt.Errorf("%s: %w", keySegment, err)
	}
	if t.begun < 0 || t.begun%t.cfg.Segment != 0 || t.begun >= t.games || t.games > t.cfg.segmentEnd(t.begun) {
		return fmt.Errorf("%s is %d, want the first game of the segment that reached game %d", keySegment, t.begun, t.games)
	}
	if err := json.Unmarshal([]byte(provenance[keyMark]), &t.mark); err != nil {
		return fmt.Errorf("%s: %w", keyMark, err)
	}
	if t.cfg.Update != GamesUpdate || t.games == t.cfg.segmentEnd(t.begun) {
		return nil
	}
	t.older, err = t.readOlder(olderPath(checkpoint), provenance)
	return err
}

// readOlder reads the net beside a checkpoint of the provenance.
func (t *Trainer) readOlder(path string, provenance map[string]string) (*nets.Net, error) {
	m, err := nets.Load(path)
	if err != nil {
		return nil, fmt.Errorf("without the net of a round earlier: %w", err)
	}
	for _, key := range []string{keyConfig, keyGames} {
		if m.Provenance[key] != provenance[key] {
			return nil, fmt.Errorf("%s: %s is %s, the checkpoint's %s", path, key, m.Provenance[key], provenance[key])
		}
	}
	net, err := m.Single()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if got, want := net.Spec(), t.net.Spec(); got.String() != want.String() {
		return nil, fmt.Errorf("%s: the net is %v, the checkpoint's %v", path, got, want)
	}
	return net, nil
}
