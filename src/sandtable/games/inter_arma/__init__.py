"""Inter Arma 1.06: single figures of ancient and medieval ages, with sight, stealth, night, massed melee, morale."""
