//! What a database says of where its places come from.

use milepost_gazetteer::build_info::SEPARATOR;
use rusqlite::Connection;

/// Written into `build_info`.
pub(crate) struct Origin {
    id_prefix: &'static str,
    attribution: String,
    data_updated: Option<String>,
}

impl Origin {
    /// `id_prefix` stands before ids on the wire; `sources` are names with their licences, of which each is kept once.
    pub(crate) fn new<'a>(id_prefix: &'static str, sources: impl IntoIterator<Item = &'a str>) -> Origin {
        let mut kept: Vec<&str> = Vec::new();
        for source in sources {
            if !kept.contains(&source) {
                kept.push(source);
            }
        }
        Origin { id_prefix, attribution: kept.join(SEPARATOR), data_updated: None }
    }

    /// With the day of the newest row, where the sources say it.
    pub(crate) fn updated(self, day: Option<String>) -> Origin {
        Origin { data_updated: day, ..self }
    }

    pub(crate) fn write(&self, connection: &Connection) -> rusqlite::Result<()> {
        let mut insert = connection.prepare("INSERT INTO build_info VALUES (?1, ?2)")?;
        insert.execute(["id_prefix", self.id_prefix])?;
        if !self.attribution.is_empty() {
            insert.execute(["attribution", &self.attribution])?;
        }
        if let Some(day) = &self.data_updated {
            insert.execute(["data_updated", day])?;
        }
        Ok(())
    }
}
